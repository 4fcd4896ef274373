/** Clock, waits and alarms: the one seam through which time enters. */
@NullMarked
package dev.forbear.time;

import org.jspecify.annotations.NullMarked;
