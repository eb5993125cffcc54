// Values without schemas: the first screen of a browser loads these, and not zod.

/** `idle` waits for a publisher, `ended` was stopped by a user. */
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

/** `realtime` is WebRTC. Viewers who cannot use WebRTC get `low`. */
export const latencyModes = ['low', 'standard', 'realtime'] as const
export type LatencyMode = (typeof latencyModes)[number]

/** Sorted by `activeSince`, streams without a session come last. */
export const livestreamSorts = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-activeSince',
  'activeSince',
] as const
export type LivestreamSort = (typeof livestreamSorts)[number]

/** Types of sources: an encoder that connects, a URL that Kinora reads, or a video that it plays in a loop. */
export const sourceTypes = ['push', 'pull', 'file'] as const
export type SourceType = (typeof sourceTypes)[number]

/** Protocols of pulled sources: HLS and MPEG-TS over HTTP, RTMP, SRT, and MPEG-TS over UDP. */
export const pullProtocols = ['http:', 'https:', 'rtmp:', 'rtmps:', 'srt:', 'udp:'] as const

/** Origins of breaks: started by a user or the API, planned, or announced by the encoder. */
export const cueOrigins = ['manual', 'schedule', 'scte35', 'cuepoint', 'daterange', 'cue-out'] as const

/** Ad markers in the playlists of a stream: date ranges with SCTE-35, `EXT-X-CUE-OUT` tags, or both. */
export const adMarkerStyles = ['none', 'daterange', 'cue', 'both'] as const

/** Time windows of stream health. */
export const monitorWindows = ['1h', '4h', '8h'] as const
export type MonitorWindow = (typeof monitorWindows)[number]
