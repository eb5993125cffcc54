/** Attempts and limits of jobs that take seconds. */
export const jobDefaults = {
  attempts: 5,
  retryDelaySeconds: 5,
  heartbeatSeconds: 12,
  wallLimitSeconds: 90,
  concurrency: 2,
}
