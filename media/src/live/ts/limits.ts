/** Limits of an untrusted transport stream. */
export const TS_LIMITS = {
  /** Size of a video frame. */
  videoPesBytes: 8 * 1024 * 1024,
  /** Size of an audio PES packet, whose length field has 16 bits. */
  audioPesBytes: 64 * 1024 + 6,
  /** NAL units in a frame. Encoders split frames into slices, but not into thousands. */
  nalUnits: 2048,
  /** Number of parameter sets of one kind in a frame, and the size of each. */
  parameterSets: 16,
  parameterSetBytes: 4096,
  /** Size of a section of a program map (ISO 13818-1 2.4.4.9). */
  sectionBytes: 1024,
  /** Streams with cues in a program. */
  cueStreams: 8,
  /** Largest composition offset. Larger ones are corrupt. */
  ctsTicks: 10 * 90_000,
}
