/** Limits of a transport stream of which nothing is trusted. */
export const TS_LIMITS = {
  /** A frame of video. */
  videoPesBytes: 8 * 1024 * 1024,
  /** Audio has the size of its PES packets in 16 bits. */
  audioPesBytes: 64 * 1024 + 6,
  /** Of a frame. Encoders cut a frame into slices, but not into thousands. */
  nalUnits: 2048,
  /** Parameter sets of one kind in a frame, and the size of each. */
  parameterSets: 16,
  parameterSetBytes: 4096,
  /** ISO 13818-1 2.4.4.9: a section of a program map. */
  sectionBytes: 1024,
  /** Streams with cues of a program. */
  cueStreams: 8,
  /** A presentation time may be later than its decode time by this much. Other times are corrupted. */
  ctsTicks: 10 * 90_000,
}
