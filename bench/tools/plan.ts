/** The extent of a run. Sizes in bytes, times in seconds. */
export interface Plan {
  readonly isQuick: boolean
  readonly clipS: number
  readonly uploadBytes: number
  /** Number of measurements per side. */
  readonly rounds: number
  readonly loadS: number
  readonly connections: number
  readonly contents: number
  readonly listRequests: number
  /** Logged requests, and usage records. */
  readonly records: number
  /** Known addresses, each tried eight times together with an unknown one. */
  readonly accounts: number
  /** Duration of the webhook deliveries, in seconds. */
  readonly webhookS: number
  /** Duration of each measurement of a live stream, in seconds. */
  readonly liveS: number
  readonly liveViewers: number
  /** Viewers of ad channels. */
  readonly adSessions: number
  /** How long they watch, in seconds. */
  readonly adS: number
  /** Views of the last 90 days in the warehouse. */
  readonly views: number
  /** Reports of players. */
  readonly beacons: number
  /** Hours of transcripts in each of two environments. */
  readonly speechHours: number
  /** Transcripts in which questions have their answers. */
  readonly transcripts: number
  /** Folder of videos with the crops of people, as `cropRows` wants them. Null for none. */
  readonly crops: string | null
  /** Searches of moments, below the limit of an environment. */
  readonly searches: number
}

const MIB = 1024 ** 2

const whole: Plan = {
  isQuick: false,
  clipS: 60,
  uploadBytes: 1024 * MIB,
  rounds: 3,
  loadS: 5,
  connections: 50,
  contents: 100_000,
  listRequests: 200,
  records: 1_000_000,
  accounts: 50,
  webhookS: 20,
  liveS: 30,
  liveViewers: 500,
  adSessions: 500,
  adS: 180,
  views: 100_000_000,
  beacons: 100_000,
  speechHours: 10_000,
  transcripts: 2000,
  crops: null,
  searches: 100,
}

const quick: Plan = {
  ...whole,
  isQuick: true,
  clipS: 10,
  uploadBytes: 128 * MIB,
  loadS: 2,
  listRequests: 100,
  accounts: 20,
  webhookS: 5,
  liveS: 10,
  adS: 20,
  views: 1_000_000,
  beacons: 20_000,
  speechHours: 1000,
  transcripts: 400,
}

/** `--quick` makes short runs; `--views=10000000` says how many views there are, and `--records=10000000` how many records;
 * `--crops=FOLDER` has videos with the crops of people (`cropRows`). */
export function planOf(args: readonly string[]): Plan {
  const plan = args.includes('--quick') ? quick : whole
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const count = (name: 'views' | 'records') => Number(option(name) ?? plan[name])
  return { ...plan, views: count('views'), records: count('records'), crops: option('crops') ?? plan.crops }
}
