export const livestreamLimits = {
  /** Per environment. */
  most: 1000,
  /** Per stream. */
  customPlaybacks: 100,
  /** Groups that the summary lists. */
  groups: 200,
  groupLength: 100,
  pullUrlLength: 2000,
  /** How long a stream waits for its publisher to return, in seconds. */
  mostReconnectS: 1800,
  /** How far viewers can seek back, in seconds. */
  mostDvrS: 43_200,
  /** How long a rotated key can stay valid, in seconds. */
  mostOldKeyS: 86_400,
  /** How long a test signal can last, in seconds. */
  mostTestSignalS: 3600,
  /** How long a break can last, in seconds. */
  mostCueS: 600,
  /** How long before a break it can be announced without a plan, in seconds. */
  mostCueLeadS: 60,
  /** Planned breaks of a stream. */
  plannedCues: 200,
  /** How far ahead breaks can be planned, and how long they are kept. */
  cueDays: 30,
} as const
