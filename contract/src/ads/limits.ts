export const adLimits = {
  /** Ad channels of an environment. */
  channels: 1000,
  /** Ad breaks of a video. */
  breaks: 50,
  /** House ads of a channel. */
  houseAds: 5,
  /** Length of a cue sheet, in characters. */
  cueSheetLength: 262_144,
  /** Length of a break, in seconds. */
  longestBreakS: 600,
  /** Length of an ad, in seconds. */
  longestAdS: 300,
  /** Views and hours of a frequency cap. */
  capViews: 100,
  capHours: 720,
  /** Time of avail suppression, in seconds. */
  suppressionS: 86_400,
  /** Price of a thousand impressions, in millionths of the currency. */
  cpmMicros: 10_000_000_000,
  /** Length of an ad server's figures as CSV, in characters. */
  csvLength: 200_000,
  /** Length of an SCTE-35 message as text, in characters. */
  scte35Length: 8192,
} as const
