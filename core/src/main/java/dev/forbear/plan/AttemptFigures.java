package dev.forbear.plan;

/**
 * One attempt of a plan.
 *
 * @param attempt its number, from 1
 * @param startProbability probability that it is started, given that every attempt before it failed
 * @param successProbability probability that the task succeeds with this attempt
 */
public record AttemptFigures(int attempt, double startProbability, double successProbability) {}
