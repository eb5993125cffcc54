// Values without schemas: the first screen of a browser loads these, and not zod.

/** `idle` waits for a publisher, `ended` was stopped. */
export const livestreamStatuses = [
  'idle',
  'connecting',
  'active',
  'reconnecting',
  'ended',
  'disabled',
] as const
export type LivestreamStatus = (typeof livestreamStatuses)[number]

/** `Live` if viewers can watch it, `Active` if it is started and waits for its publisher. */
export const displayStatuses = ['Live', 'Active', 'Offline'] as const
export type DisplayStatus = (typeof displayStatuses)[number]

/** `realtime` is WebRTC, with `low` for viewers who cannot connect by it. */
export const latencyModes = ['low', 'standard', 'realtime'] as const
export type LatencyMode = (typeof latencyModes)[number]

/** Streams that are not on air come last when sorted by `activeSince`. */
export const livestreamSorts = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-activeSince',
  'activeSince',
] as const
export type LivestreamSort = (typeof livestreamSorts)[number]

/** Where the pictures of a stream come from: an encoder that connects, an address that Kinora reads, or a video. */
export const sourceTypes = ['push', 'pull', 'file'] as const
export type SourceType = (typeof sourceTypes)[number]

/** Of addresses that Kinora reads: HLS and MPEG-TS by HTTP, RTMP, SRT, and MPEG-TS by UDP. */
export const pullProtocols = ['http:', 'https:', 'rtmp:', 'rtmps:', 'srt:', 'udp:'] as const

/** Where a break comes from: a person or the API, a plan, or a message of the encoder. */
export const cueOrigins = ['manual', 'schedule', 'scte35', 'cuepoint', 'daterange', 'cue-out'] as const

/** How the playlists of a stream announce its breaks to players and to servers that insert ads: date ranges with SCTE-35
 * messages, tags (`EXT-X-CUE-OUT`), or both. */
export const adMarkerStyles = ['none', 'daterange', 'cue', 'both'] as const

/** Windows of stream health. */
export const monitorWindows = ['1h', '4h', '8h'] as const
export type MonitorWindow = (typeof monitorWindows)[number]
