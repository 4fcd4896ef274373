/** Tests of the simulator beside what others have computed; they look into the package they are named after. */
@NullMarked
package dev.forbear.simulate;

import org.jspecify.annotations.NullMarked;
