import type { Viewer } from '../../delivery/index.ts'
import { type ChannelRow, streamIdOf } from '../channels/channel-row.ts'
import { UNKNOWN_VIEWER } from '../rules/tables.ts'

/** Facts about a viewer, without the IP address. */
export interface ViewerFacts {
  readonly objectId: string
  readonly kind: 'video' | 'live'
  readonly viewer: string
  readonly country: string
  readonly region: string
  readonly city: string
  readonly isp: string
  readonly deviceType: string
  readonly device: string
  readonly os: string
  readonly browser: string
  /** Labels that the embedding page sets. */
  readonly programme: string
  readonly partner: string
}

type Known = Omit<ViewerFacts, 'objectId' | 'kind' | 'programme' | 'partner'>

/** Describes a viewer by IP address and user agent. */
export type DescribeViewer = (environmentId: string, sessionId: string, viewer: Viewer) => Promise<Known>

type ChannelRef = Pick<ChannelRow, 'environmentId' | 'contentId' | 'livestreamId'>

/** Descriptions of viewers, without the labels of the page. A higher area sets the function. */
export interface Viewers {
  describeBy(describe: DescribeViewer): void
  factsOf(channel: ChannelRef, sessionId: string, viewer: Viewer): Promise<ViewerFacts>
}

const unknown: Known = {
  viewer: UNKNOWN_VIEWER,
  country: '',
  region: '',
  city: '',
  isp: '',
  deviceType: '',
  device: '',
  os: '',
  browser: '',
}

export function openViewers(): Viewers {
  let describe: DescribeViewer = async () => unknown
  return {
    describeBy(given) {
      describe = given
    },
    async factsOf(channel, sessionId, viewer) {
      const known = await describe(channel.environmentId, sessionId, viewer)
      const kind = channel.livestreamId === null ? 'video' : 'live'
      return { objectId: streamIdOf(channel), kind, programme: '', partner: '', ...known }
    },
  }
}
