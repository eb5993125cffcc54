import type { Playback, PlaybackSource } from '../areas/delivery/index.ts'

const nothing = async () => null

/** A public playback that is ready and has no files. */
export function playbackOf(playbackId: string, change: Partial<Playback> = {}): Playback {
  return {
    playbackId,
    environmentId: '01a2047f-575a-7d3c-b8b8-78bbb9c1154e',
    subject: {
      kind: 'video',
      id: '0198f000-0000-7000-8000-000000000001',
      customPlaybackId: null,
      partner: '',
      isTest: false,
    },
    policy: 'public',
    restrictions: { allowedReferrers: [], allowNoReferrer: true, playableFrom: null, playableUntil: null },
    page: {
      title: 'Harvest',
      description: '',
      publishedAt: new Date('2026-03-01T20:00:00Z'),
      durationS: null,
      display: { width: 1280, height: 720 },
      state: 'ready',
      live: null,
      posterVersion: null,
      storyboard: null,
      waveformVersion: null,
    },
    streams: { video: [], audio: [], subtitles: [], audioIsRung: false },
    memoryBytes: 1000,
    sharedPlaylist: () => null,
    file: nothing,
    image: nothing,
    download: nothing,
    ...change,
  }
}

export interface TestSource extends PlaybackSource {
  /** Playbacks of the source, by playback ID. */
  readonly playbacks: Map<string, Playback>
  /** Requested IDs in order, with the previous results. */
  readonly asked: { readonly playbackId: string; readonly previous: Playback | null }[]
  /** Reports that a playback changed. Null reports all of them. */
  change(playbackId: string | null): void
  /** Reports that a pending file may exist. */
  addFile(playbackId: string): void
}

/** A source with the given playbacks. */
export function testSource(...playbacks: readonly Playback[]): TestSource {
  const known = new Map(playbacks.map((playback) => [playback.playbackId, playback]))
  const asked: TestSource['asked'][number][] = []
  let changes: Parameters<PlaybackSource['subscribe']>[0] | null = null
  return {
    playbacks: known,
    asked,
    async resolve(playbackId, previous) {
      asked.push({ playbackId, previous })
      return known.get(playbackId) ?? null
    },
    subscribe: (given) => {
      changes = given
    },
    change: (playbackId) => changes?.changed(playbackId),
    addFile: (playbackId) => changes?.fileAdded(playbackId),
  }
}
