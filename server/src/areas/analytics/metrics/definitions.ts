import type { Dimension, MetricEntry, MetricId } from '@kinora/contract'

interface Definition extends Omit<MetricEntry, 'id'> {
  /** An aggregate over rows of `views`, or of their sums. Words in braces depend on which (`source.ts`). Null or NaN if
   * there is nothing to compute it from. The peak is made of samples instead (`concurrent-statements.ts`). */
  readonly sql: string | null
}

const VIEWS = 'Reports of players'
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
    sql: 'sum(views)',
  },
  viewers: {
    name: 'Unique viewers',
    unit: 'count',
    definition: 'Different browsers, or users if the page names them. Estimated with an error below 1 %.',
    formula: 'distinct viewers',
    source: VIEWS,
    sql: VIEWERS,
  },
  sessions: {
    name: 'Sessions',
    unit: 'count',
    definition:
      'Visits: all views of a tab until 30 minutes pass without one. Estimated with an error below 1 %.',
    formula: 'distinct sessions',
    source: VIEWS,
    sql: SESSIONS,
  },
  'watch-time': {
    name: 'Watch time',
    unit: 'seconds',
    definition: 'Time in use after the start: playing, stalled or seeking, but not paused.',
    formula: 'Σ watch time',
    source: VIEWS,
    sql: 'sum(watch_ms) / 1000',
  },
  'average-watch-time': {
    name: 'Average watch time',
    unit: 'seconds',
    definition: 'Watch time of a view.',
    formula: 'Σ watch time ÷ Σ views',
    source: VIEWS,
    sql: 'sum(watch_ms) / 1000 / sum(views)',
  },
  'startup-time': {
    name: 'Startup time',
    unit: 'milliseconds',
    definition: 'From the wish to play to the first moving picture: the median of the views that started.',
    formula: 'median of startup times',
    source: VIEWS,
    sql: '{startup}',
  },
  'rebuffer-percentage': {
    name: 'Rebuffer percentage',
    unit: 'percent',
    definition: 'Part of the watch time in which playback was stalled, other than by seeking.',
    formula: 'Σ stalled time ÷ Σ watch time',
    source: VIEWS,
    sql: '100 * sum(rebuffer_ms) / sum(watch_ms)',
  },
  'rebuffer-frequency': {
    name: 'Rebuffer frequency',
    unit: 'per-minute',
    definition: 'Stalls in a minute of watch time.',
    formula: 'Σ stalls ÷ Σ watch minutes',
    source: VIEWS,
    sql: 'sum(rebuffers) / (sum(watch_ms) / 60000)',
  },
  'exits-before-start': {
    name: 'Exits before start',
    unit: 'percent',
    definition: 'Views that their viewers left before the first picture, without an error.',
    formula: 'Σ exits before start ÷ Σ views',
    source: VIEWS,
    sql: '100 * sum(exits_before_start) / sum(views)',
  },
  'playback-failures': {
    name: 'Playback failures',
    unit: 'percent',
    definition: 'Views that an error ended.',
    formula: 'Σ failed views ÷ Σ views',
    source: VIEWS,
    sql: '100 * sum(playback_failures) / sum(views)',
  },
  'startup-failures': {
    name: 'Startup failures',
    unit: 'percent',
    definition: 'Views that an error ended before the first picture.',
    formula: 'Σ views that failed before the start ÷ Σ views',
    source: VIEWS,
    sql: '100 * sum(startup_failures) / sum(views)',
  },
  'average-bitrate': {
    name: 'Average bitrate',
    unit: 'kbps',
    definition: 'Bit rate of the renditions that played, by the time that each played.',
    formula: 'Σ (bit rate × time played) ÷ Σ time played',
    source: VIEWS,
    sql: 'sum(kbit) / (sum(played_ms) / 1000)',
  },
  upscale: {
    name: 'Upscaling',
    unit: 'percent',
    definition:
      'How much larger than its pixels the picture was, in the dimension that fits first, by the time that each size played.',
    formula: 'Σ (size ÷ pixels − 1, if above 0) × time ÷ Σ time played',
    source: VIEWS,
    sql: '100 * sum(upscaled_ms) / sum(played_ms)',
  },
  downscale: {
    name: 'Downscaling',
    unit: 'percent',
    definition:
      'How much smaller than its pixels the picture was, in the dimension that fits first, by the time that each size played.',
    formula: 'Σ (1 − size ÷ pixels, if above 0) × time ÷ Σ time played',
    source: VIEWS,
    sql: '100 * sum(downscaled_ms) / sum(played_ms)',
  },
  'live-latency': {
    name: 'Live latency',
    unit: 'milliseconds',
    definition:
      'How far viewers of live streams were behind the event, by the server’s clock. More than 5 minutes are left out: these viewers went back by themselves.',
    formula: 'Σ (time of the report − time of the picture) ÷ reports',
    source: VIEWS,
    sql: 'sum(latency_ms) / sum(latencies)',
  },
  'views-per-viewer': {
    name: 'Views per viewer',
    unit: 'ratio',
    definition: 'How often each viewer wanted to play something.',
    formula: 'Σ views ÷ distinct viewers',
    source: VIEWS,
    sql: `sum(views) / ${VIEWERS}`,
  },
  'sessions-per-viewer': {
    name: 'Sessions per viewer',
    unit: 'ratio',
    definition: 'How many visits each viewer made.',
    formula: 'distinct sessions ÷ distinct viewers',
    source: VIEWS,
    sql: `${SESSIONS} / ${VIEWERS}`,
  },
  'average-session': {
    name: 'Average session',
    unit: 'seconds',
    definition: 'Watch time of a visit.',
    formula: 'Σ watch time ÷ distinct sessions',
    source: VIEWS,
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
    sql: null,
  },
}

/** Columns of `views`, as text. */
export const dimensionColumns: Readonly<Record<Dimension, string>> = {
  contentId: 'toString(object_id)',
  category: 'kind',
  customPlayback: 'toString(custom_playback_id)',
  programme: 'programme',
  partner: 'partner',
  country: 'country',
  state: 'region',
  city: 'city',
  isp: 'isp',
  deviceType: 'device_type',
  deviceName: 'device',
  os: 'os',
  browser: 'browser',
  playerVersion: 'player_version',
  pageHost: 'page_host',
  custom1: 'custom_1',
  custom2: 'custom_2',
  custom3: 'custom_3',
  custom4: 'custom_4',
  custom5: 'custom_5',
  custom6: 'custom_6',
  custom7: 'custom_7',
  custom8: 'custom_8',
  custom9: 'custom_9',
  custom10: 'custom_10',
}
