export const livestreamLimits = {
  /** Per environment. */
  most: 1000,
  /** Per stream. */
  customPlaybacks: 100,
  /** Groups in the summary. */
  groups: 200,
  groupLength: 100,
  pullUrlLength: 2000,
  /** Longest reconnect window, in seconds. */
  mostReconnectS: 1800,
  /** Longest DVR window, in seconds. */
  mostDvrS: 43_200,
  /** Longest time that the previous key stays valid after a rotation, in seconds. */
  mostOldKeyS: 86_400,
  /** Longest test signal, in seconds. */
  mostTestSignalS: 3600,
  /** Longest break, in seconds. */
  mostCueS: 600,
  /** Longest lead time of a break, in seconds. */
  mostCueLeadS: 60,
  /** Planned breaks of a stream. */
  plannedCues: 200,
  /** Days ahead that a break can be planned, and days that past breaks are kept. */
  cueDays: 30,
} as const
