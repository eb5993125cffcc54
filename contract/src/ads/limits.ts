export const adLimits = {
  /** Per environment. */
  channels: 1000,
  /** Of one video. */
  breaks: 50,
  houseAds: 5,
  /** In characters. */
  cueSheetLength: 262_144,
  tags: 20,
  tagLength: 50,
  /** Of one break, in seconds. */
  longestBreakS: 600,
  /** Of one ad, in seconds. */
  longestAdS: 300,
  /** Of a frequency cap. */
  capViews: 100,
  capHours: 720,
  /** In seconds. */
  suppressionS: 86_400,
  /** Of a thousand impressions, in millionths of the currency. */
  cpmMicros: 10_000_000_000,
  /** Figures of an ad server, in characters. */
  csvLength: 200_000,
  /** Of a message of SCTE 35 as text. */
  scte35Length: 8192,
} as const
