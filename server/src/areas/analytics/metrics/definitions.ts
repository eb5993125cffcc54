import type { MetricId } from '@kinora/contract'
import { adDefinitions } from './ad-definitions.ts'
import type { FigureTable } from './columns.ts'
import type { Definition } from './definition.ts'

const VIEWS = 'Reports of players'
const RESPONSES = 'Server responses'
const USAGE = 'Records of encoding and storage'
const STORED_HOURS = `uniqExactIf(time, kind = '')`
// Capped, because the error of a sketch could give more viewers than views.
const VIEWERS = 'least({viewers}, sum(views))'
const SESSIONS = 'least({sessions}, sum(views))'

/** The definition of each metric. Metrics that Mux Data also has are defined in the same way. */
export const definitions: Readonly<Record<MetricId, Definition>> = {
  views: {
    name: 'Views',
    unit: 'count',
    definition: 'A view counts when playback is requested, whether or not it starts.',
    formula: 'Σ views',
    source: VIEWS,
    table: 'views',
    sql: 'sum(views)',
  },
  viewers: {
    name: 'Unique viewers',
    unit: 'count',
    definition:
      'Distinct browsers, or distinct users if the page passes a viewer ID. Estimated with an error below 1%.',
    formula: 'distinct viewers',
    source: VIEWS,
    table: 'views',
    sql: VIEWERS,
  },
  sessions: {
    name: 'Sessions',
    unit: 'count',
    definition:
      'Visits: all views in a browser tab until 30 minutes pass without one. Estimated with an error below 1%.',
    formula: 'distinct sessions',
    source: VIEWS,
    table: 'views',
    sql: SESSIONS,
  },
  'watch-time': {
    name: 'Watch time',
    unit: 'seconds',
    definition: 'Time spent playing, rebuffering or seeking after the start. Paused time does not count.',
    formula: 'Σ watch time',
    source: VIEWS,
    table: 'views',
    sql: 'sum(watch_ms) / 1000',
  },
  'average-watch-time': {
    name: 'Average watch time',
    unit: 'seconds',
    definition: 'Average watch time per view.',
    formula: 'Σ watch time ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: 'sum(watch_ms) / 1000 / sum(views)',
  },
  'startup-time': {
    name: 'Startup time',
    unit: 'milliseconds',
    definition:
      'Time from play to the first frame: the median of the views that started. Exact up to 1,000 views, then estimated with an error below 1%.',
    formula: 'median of startup times',
    source: VIEWS,
    table: 'views',
    sql: '{startup}',
  },
  'rebuffer-percentage': {
    name: 'Rebuffer percentage',
    unit: 'percent',
    definition: 'Share of the watch time spent rebuffering. Seeking does not count.',
    formula: 'Σ rebuffering time ÷ Σ watch time',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(rebuffer_ms) / sum(watch_ms)',
  },
  'rebuffer-frequency': {
    name: 'Rebuffer frequency',
    unit: 'per-minute',
    definition: 'Rebuffers per minute of watch time.',
    formula: 'Σ rebuffers ÷ Σ watch minutes',
    source: VIEWS,
    table: 'views',
    sql: 'sum(rebuffers) / (sum(watch_ms) / 60000)',
  },
  'exits-before-start': {
    name: 'Exits before start',
    unit: 'percent',
    definition: 'Share of views that viewers left before the first frame, without an error.',
    formula: 'Σ exits before start ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(exits_before_start) / sum(views)',
  },
  'playback-failures': {
    name: 'Playback failures',
    unit: 'percent',
    definition: 'Share of views that ended with an error.',
    formula: 'Σ failed views ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(playback_failures) / sum(views)',
  },
  'startup-failures': {
    name: 'Startup failures',
    unit: 'percent',
    definition: 'Share of views that ended with an error before the first frame.',
    formula: 'Σ views that failed before the start ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(startup_failures) / sum(views)',
  },
  'average-bitrate': {
    name: 'Average bitrate',
    unit: 'kbps',
    definition:
      'Bitrate of the renditions that played, weighted by time; for WebRTC, of the data received. Time with an unknown bitrate does not count, such as in some browsers that play HLS natively.',
    formula: 'Σ (bitrate × time played) ÷ Σ time played with a known bitrate',
    source: VIEWS,
    table: 'views',
    sql: 'sum(kbit) / (sum(rated_ms) / 1000)',
  },
  upscale: {
    name: 'Upscaling',
    unit: 'percent',
    definition:
      'How much larger than its resolution the video was displayed, in the dimension that fills the player first, weighted by time.',
    formula: 'Σ (displayed size ÷ resolution − 1, if above 0) × time ÷ Σ time played',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(upscaled_ms) / sum(played_ms)',
  },
  downscale: {
    name: 'Downscaling',
    unit: 'percent',
    definition:
      'How much smaller than its resolution the video was displayed, in the dimension that fills the player first, weighted by time.',
    formula: 'Σ (1 − displayed size ÷ resolution, if above 0) × time ÷ Σ time played',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(downscaled_ms) / sum(played_ms)',
  },
  'live-latency': {
    name: 'Live latency',
    unit: 'milliseconds',
    definition:
      'Delay of viewers of live streams behind the live event, by the server’s clock. Delays over 5 minutes do not count, because these viewers rewound.',
    formula: 'Σ (time of report − capture time of the frame) ÷ reports',
    source: VIEWS,
    table: 'views',
    sql: 'sum(latency_ms) / sum(latencies)',
  },
  'views-per-viewer': {
    name: 'Views per viewer',
    unit: 'ratio',
    definition: 'Average number of views per viewer.',
    formula: 'Σ views ÷ distinct viewers',
    source: VIEWS,
    table: 'views',
    sql: `sum(views) / ${VIEWERS}`,
  },
  'sessions-per-viewer': {
    name: 'Sessions per viewer',
    unit: 'ratio',
    definition: 'Average number of sessions per viewer.',
    formula: 'distinct sessions ÷ distinct viewers',
    source: VIEWS,
    table: 'views',
    sql: `${SESSIONS} / ${VIEWERS}`,
  },
  'average-session': {
    name: 'Average session duration',
    unit: 'seconds',
    definition: 'Average watch time per session.',
    formula: 'Σ watch time ÷ distinct sessions',
    source: VIEWS,
    table: 'views',
    sql: `sum(watch_ms) / 1000 / ${SESSIONS}`,
  },
  'experience-score': {
    name: 'Experience score',
    unit: 'score',
    definition:
      'From 0 to 100: the share of successful views times a rating of startup time, rebuffering and sharpness.',
    formula:
      'success × (0.3 × startup + 0.5 × smoothness + 0.2 × sharpness); success = 100 × (1 − (failures + exits before start) ÷ views), startup = 8 ÷ (8 + median startup seconds), smoothness = mean of e^(−10 × rebuffering share) and 1 ÷ √(1 + (rebuffers per view ÷ 2)²), sharpness = e^(−0.33 × upscaling)',
    source: VIEWS,
    table: 'views',
    sql: `100 * greatest(0, 1 - (sum(playback_failures) + sum(exits_before_start)) / sum(views)) * (
      0.3 * ifNull(8 / (8 + {startup} / 1000), 0)
      + 0.25 * exp(-10 * sum(rebuffer_ms) / greatest(1, sum(watch_ms)))
      + 0.25 / sqrt(1 + pow(sum(rebuffers) / sum(views) / 2, 2))
      + 0.2 * exp(-0.33 * sum(upscaled_ms) / greatest(1, sum(played_ms))))`,
  },
  'peak-viewers': {
    name: 'Peak viewers',
    unit: 'count',
    definition: 'Maximum of concurrent views: playing, loading or rebuffering, but not paused.',
    formula: 'maximum of samples every 10 seconds',
    source: 'Samples of concurrent views',
    table: 'concurrent',
    sql: 'max(total)',
  },
  requests: {
    name: 'Requests',
    unit: 'count',
    definition: 'Requests for playlists, segments, images and downloads, including refused ones.',
    formula: 'Σ requests',
    source: RESPONSES,
    table: 'deliveries',
    sql: 'sum(requests)',
  },
  'delivered-bytes': {
    name: 'Data delivered',
    unit: 'bytes',
    definition: 'Bytes sent to viewers, including response headers.',
    formula: 'Σ bytes',
    source: RESPONSES,
    table: 'deliveries',
    sql: 'sum(bytes)',
  },
  'cached-requests': {
    name: 'Cache hit ratio',
    unit: 'percent',
    definition: 'Share of requests answered from memory or from the viewer’s own cache.',
    formula: 'Σ cached requests ÷ Σ requests',
    source: RESPONSES,
    table: 'deliveries',
    sql: '100 * {cachedRequests} / sum(requests)',
  },
  'failed-requests': {
    name: 'Failed requests',
    unit: 'percent',
    definition:
      'Share of requests with a status of 400 or above: the file does not exist, playback is not allowed, or the server failed.',
    formula: 'Σ requests with status ≥ 400 ÷ Σ requests',
    source: RESPONSES,
    table: 'deliveries',
    sql: '100 * {failedRequests} / sum(requests)',
  },
  'streamed-time': {
    name: 'Streamed time',
    unit: 'seconds',
    definition:
      'Duration of the video sent to viewers, or of the audio if there is no video. CDNs in front of Kinora send more.',
    formula: 'Σ duration of segments',
    source: RESPONSES,
    table: 'deliveries',
    sql: 'sum(media_ms) / 1000',
  },
  'encoded-time': {
    name: 'Encoded time',
    unit: 'seconds',
    definition:
      'Duration of encoded videos, counted when they become playable, and of live streams, counted when they end.',
    formula: 'Σ duration',
    source: USAGE,
    table: 'usage',
    sql: 'sum(encoded_ms) / 1000',
  },
  'stored-time': {
    name: 'Stored time',
    unit: 'seconds',
    definition:
      'Duration of all stored videos and recordings, averaged over the hours. Videos in the trash count.',
    formula: 'Σ duration per hour ÷ hours',
    source: USAGE,
    table: 'usage',
    sql: `sum(stored_ms) / 1000 / ${STORED_HOURS}`,
  },
  'stored-bytes': {
    name: 'Data stored',
    unit: 'bytes',
    definition: 'Size of all source files and renditions, averaged over the hours. Files in the trash count.',
    formula: 'Σ size per hour ÷ hours',
    source: USAGE,
    table: 'usage',
    sql: `sum(stored_bytes) / ${STORED_HOURS}`,
  },
  ...adDefinitions,
}

/** The metric that counts what a row of each table is about. */
export const wholes: Readonly<Record<FigureTable, MetricId>> = {
  views: 'views',
  concurrent: 'peak-viewers',
  deliveries: 'requests',
  usage: 'encoded-time',
  ad_figures: 'ad-impressions',
  ad_requests: 'ad-requests',
}
