package dev.forbear.generate;

import java.util.List;

/** Lists of statuses as source code. */
final class Statuses {

  static String joined(String open, List<Integer> statuses, String close) {
    StringBuilder text = new StringBuilder(open);
    for (int i = 0; i < statuses.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(statuses.get(i));
    }
    return text.append(close).toString();
  }

  static String wrapped(String open, List<Integer> statuses, String close, int width) {
    return Template.wrapped(joined(open, statuses, close), "", "", width);
  }

  private Statuses() {}
}
