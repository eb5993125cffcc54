import type { MetricId } from '@kinora/contract'
import { adDefinitions } from './ad-definitions.ts'
import type { Definition } from './definition.ts'

const VIEWS = 'Reports of players'
const RESPONSES = 'Answers of the server'
const USAGE = 'Records of encoding and storage'
const STORED_HOURS = `uniqExactIf(time, kind = '')`
// The error of a sketch must not make more viewers than views.
const VIEWERS = 'least({viewers}, sum(views))'
const SESSIONS = 'least({sessions}, sum(views))'

/** The one definition of each metric, as in Mux Data where it has one. */
export const definitions: Readonly<Record<MetricId, Definition>> = {
  views: {
    name: 'Views',
    unit: 'count',
    definition: 'Each time somebody wanted to play something, whether or not it started.',
    formula: 'Σ views',
    source: VIEWS,
    table: 'views',
    sql: 'sum(views)',
  },
  viewers: {
    name: 'Unique viewers',
    unit: 'count',
    definition: 'Different browsers, or users if the page names them. Estimated with an error below 1 %.',
    formula: 'distinct viewers',
    source: VIEWS,
    table: 'views',
    sql: VIEWERS,
  },
  sessions: {
    name: 'Sessions',
    unit: 'count',
    definition:
      'Visits: all views of a tab until 30 minutes pass without one. Estimated with an error below 1 %.',
    formula: 'distinct sessions',
    source: VIEWS,
    table: 'views',
    sql: SESSIONS,
  },
  'watch-time': {
    name: 'Watch time',
    unit: 'seconds',
    definition: 'Time in use after the start: playing, stalled or seeking, but not paused.',
    formula: 'Σ watch time',
    source: VIEWS,
    table: 'views',
    sql: 'sum(watch_ms) / 1000',
  },
  'average-watch-time': {
    name: 'Average watch time',
    unit: 'seconds',
    definition: 'Watch time of a view.',
    formula: 'Σ watch time ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: 'sum(watch_ms) / 1000 / sum(views)',
  },
  'startup-time': {
    name: 'Startup time',
    unit: 'milliseconds',
    definition:
      'From the wish to play to the first moving picture: the median of the views that started. Estimated; from 1,000 views on with an error below 1 %.',
    formula: 'median of startup times',
    source: VIEWS,
    table: 'views',
    sql: '{startup}',
  },
  'rebuffer-percentage': {
    name: 'Rebuffer percentage',
    unit: 'percent',
    definition: 'Part of the watch time in which playback was stalled, other than by seeking.',
    formula: 'Σ stalled time ÷ Σ watch time',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(rebuffer_ms) / sum(watch_ms)',
  },
  'rebuffer-frequency': {
    name: 'Rebuffer frequency',
    unit: 'per-minute',
    definition: 'Stalls in a minute of watch time.',
    formula: 'Σ stalls ÷ Σ watch minutes',
    source: VIEWS,
    table: 'views',
    sql: 'sum(rebuffers) / (sum(watch_ms) / 60000)',
  },
  'exits-before-start': {
    name: 'Exits before start',
    unit: 'percent',
    definition: 'Views that their viewers left before the first picture, without an error.',
    formula: 'Σ exits before start ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(exits_before_start) / sum(views)',
  },
  'playback-failures': {
    name: 'Playback failures',
    unit: 'percent',
    definition: 'Views that an error ended.',
    formula: 'Σ failed views ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(playback_failures) / sum(views)',
  },
  'startup-failures': {
    name: 'Startup failures',
    unit: 'percent',
    definition: 'Views that an error ended before the first picture.',
    formula: 'Σ views that failed before the start ÷ Σ views',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(startup_failures) / sum(views)',
  },
  'average-bitrate': {
    name: 'Average bitrate',
    unit: 'kbps',
    definition:
      'Bit rate of the renditions that played, by the time that each played; with WebRTC that of what arrived. Time is left out where the bit rate is not known, as in some browsers that play HLS by themselves.',
    formula: 'Σ (bit rate × time played) ÷ Σ time played with a known bit rate',
    source: VIEWS,
    table: 'views',
    sql: 'sum(kbit) / (sum(rated_ms) / 1000)',
  },
  upscale: {
    name: 'Upscaling',
    unit: 'percent',
    definition:
      'How much larger than its pixels the picture was, in the dimension that fits first, by the time that each size played.',
    formula: 'Σ (size ÷ pixels − 1, if above 0) × time ÷ Σ time played',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(upscaled_ms) / sum(played_ms)',
  },
  downscale: {
    name: 'Downscaling',
    unit: 'percent',
    definition:
      'How much smaller than its pixels the picture was, in the dimension that fits first, by the time that each size played.',
    formula: 'Σ (1 − size ÷ pixels, if above 0) × time ÷ Σ time played',
    source: VIEWS,
    table: 'views',
    sql: '100 * sum(downscaled_ms) / sum(played_ms)',
  },
  'live-latency': {
    name: 'Live latency',
    unit: 'milliseconds',
    definition:
      'How far viewers of live streams were behind the event, by the server’s clock. More than 5 minutes are left out: these viewers went back by themselves.',
    formula: 'Σ (time of the report − time of the picture) ÷ reports',
    source: VIEWS,
    table: 'views',
    sql: 'sum(latency_ms) / sum(latencies)',
  },
  'views-per-viewer': {
    name: 'Views per viewer',
    unit: 'ratio',
    definition: 'How often each viewer wanted to play something.',
    formula: 'Σ views ÷ distinct viewers',
    source: VIEWS,
    table: 'views',
    sql: `sum(views) / ${VIEWERS}`,
  },
  'sessions-per-viewer': {
    name: 'Sessions per viewer',
    unit: 'ratio',
    definition: 'How many visits each viewer made.',
    formula: 'distinct sessions ÷ distinct viewers',
    source: VIEWS,
    table: 'views',
    sql: `${SESSIONS} / ${VIEWERS}`,
  },
  'average-session': {
    name: 'Average session',
    unit: 'seconds',
    definition: 'Watch time of a visit.',
    formula: 'Σ watch time ÷ distinct sessions',
    source: VIEWS,
    table: 'views',
    sql: `sum(watch_ms) / 1000 / ${SESSIONS}`,
  },
  'experience-score': {
    name: 'Experience score',
    unit: 'score',
    definition:
      'From 0 to 100: how many views succeeded, times how soon they started, how rarely they stalled and how sharp they were.',
    formula:
      'success × (0.3 × startup + 0.5 × smoothness + 0.2 × sharpness); success = 100 × (1 − (failures + exits before start) ÷ views), startup = 8 ÷ (8 + median startup seconds), smoothness = mean of e^(−10 × rebuffer share) and 1 ÷ √(1 + (stalls per view ÷ 2)²), sharpness = e^(−0.33 × upscaling)',
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
    definition: 'The most views that were going on at once: playing, loading or stalled, but not paused.',
    formula: 'maximum of the samples of every 10 seconds',
    source: 'Samples of who is watching',
    table: 'concurrent',
    sql: 'max(total)',
  },
  requests: {
    name: 'Requests',
    unit: 'count',
    definition:
      'Answers to requests for playlists, segments, images and downloads, also those that were refused.',
    formula: 'Σ answers',
    source: RESPONSES,
    table: 'deliveries',
    sql: 'sum(requests)',
  },
  'delivered-bytes': {
    name: 'Delivered',
    unit: 'bytes',
    definition: 'Bytes that were written to viewers’ connections, with the headers of the answers.',
    formula: 'Σ bytes',
    source: RESPONSES,
    table: 'deliveries',
    sql: 'sum(bytes)',
  },
  'cached-requests': {
    name: 'From cache',
    unit: 'percent',
    definition: 'Answers that came from memory, or that the viewer had already.',
    formula: 'Σ cached answers ÷ Σ answers',
    source: RESPONSES,
    table: 'deliveries',
    sql: '100 * {cachedRequests} / sum(requests)',
  },
  'failed-requests': {
    name: 'Failed requests',
    unit: 'percent',
    definition:
      'Answers with a status of 400 or more: the file does not exist, may not be played, or the server failed.',
    formula: 'Σ answers with status ≥ 400 ÷ Σ answers',
    source: RESPONSES,
    table: 'deliveries',
    sql: '100 * {failedRequests} / sum(requests)',
  },
  'streamed-time': {
    name: 'Streamed',
    unit: 'seconds',
    definition:
      'Length of the video that was sent to viewers: of its segments, or of audio where there is no video. Networks in front of Kinora send more.',
    formula: 'Σ length of segments',
    source: RESPONSES,
    table: 'deliveries',
    sql: 'sum(media_ms) / 1000',
  },
  'encoded-time': {
    name: 'Encoded',
    unit: 'seconds',
    definition:
      'Length of videos that were encoded, counted when they can be played, and of live streams, counted when they have ended.',
    formula: 'Σ length',
    source: USAGE,
    table: 'usage',
    sql: 'sum(encoded_ms) / 1000',
  },
  'stored-time': {
    name: 'Stored',
    unit: 'seconds',
    definition: 'Length of all stored videos and recordings, on average over the hours. The trash counts.',
    formula: 'Σ length of each hour ÷ hours',
    source: USAGE,
    table: 'usage',
    sql: `sum(stored_ms) / 1000 / ${STORED_HOURS}`,
  },
  'stored-bytes': {
    name: 'Storage',
    unit: 'bytes',
    definition: 'Size of all source files and renditions, on average over the hours. The trash counts.',
    formula: 'Σ size of each hour ÷ hours',
    source: USAGE,
    table: 'usage',
    sql: `sum(stored_bytes) / ${STORED_HOURS}`,
  },
  ...adDefinitions,
}
