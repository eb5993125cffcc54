import { describe, expect, it } from 'vitest'
import { Problem } from '../../problem'
import type { Remembered, UploadMemory } from '../remembered'
import { fakeClock, settle } from '../testing/fake-clock'
import { fakeServer } from '../testing/fake-server'
import { FileGone } from '../transport'
import { openQueue } from './queue'

const whole = {
  playbackPolicy: 'public',
  folderId: null,
  encodingProfileId: null,
  isTest: false,
} as const
const asTest = { ...whole, isTest: true } as const
const scope = { userId: 'ananya', environmentId: 'production' }

function world(memory = newMemory()) {
  const { clock, pass } = fakeClock()
  const { server, transport } = fakeServer()
  const open = () =>
    openQueue({
      transport,
      memory,
      clock,
      random: () => 0,
      lockedElsewhere: async () => new Set(),
      lockUpload: () => undefined,
    })
  const queue = open()
  const state = () => queue.uploads()[0]?.state
  const id = () => queue.uploads()[0]?.id ?? ''
  return { queue, open, server, memory, pass, state, id }
}

function newMemory(): UploadMemory & { records: Remembered[] } {
  const memory = {
    records: [] as Remembered[],
    recall: () => memory.records,
    remember: (_place: unknown, record: Remembered) => {
      memory.records = [...memory.records.filter(({ uploadId }) => uploadId !== record.uploadId), record]
    },
    discard: (_place: unknown, gone: string) => {
      memory.records = memory.records.filter(({ uploadId }) => uploadId !== gone)
    },
  }
  return memory
}

function video(name = 'match.mp4', size = 35): File {
  return new File([new Uint8Array(size)], name, { lastModified: 7 })
}

describe('the upload queue', () => {
  it('sends all parts, completes the upload and disappears eight seconds after it was accepted', async () => {
    const { queue, server, memory, pass, state, id } = world()
    queue.add([video()], scope)
    await settle()
    expect(state()).toEqual({ kind: 'done' })
    expect(server.calls.filter((call) => call.startsWith('put'))).toHaveLength(4)
    expect([...server.uploads.values()][0]?.status).toBe('completed')
    expect(memory.records).toEqual([])
    await pass(60_000)
    expect(queue.uploads()).toHaveLength(1)
    queue.accept(id())
    await pass(7900)
    expect(queue.uploads()).toHaveLength(1)
    await pass(200)
    expect(queue.uploads()).toEqual([])
  })

  it('keeps an upload whose file the server rejects until it is dismissed', async () => {
    const { queue, pass, state, id } = world()
    queue.add([video()], scope)
    await settle()
    queue.reject(id(), null)
    await pass(60_000)
    expect(state()).toEqual({ kind: 'rejected', error: null })
    queue.add([video()], scope)
    expect(queue.uploads()).toHaveLength(2)
    queue.dismiss(id())
    expect(queue.uploads().map(({ state }) => state.kind)).toEqual(['sending'])
  })

  it('creates an upload with its folder and profile, and again if the server has deleted it', async () => {
    const { queue, open, server, memory } = world()
    server.beforePut = () => new Promise(() => undefined)
    queue.add([video()], scope, { ...whole, folderId: 'sport', encodingProfileId: 'small' })
    await settle()
    expect(server.calls).toContain('create in sport with small')
    expect(memory.records[0]?.folderId).toBe('sport')

    const later = open()
    await later.recall(scope)
    later.add([video()], scope, { ...whole, folderId: 'news', encodingProfileId: 'large' })
    server.uploads.clear()
    await settle()
    expect(later.uploads()[0]?.state.kind).toBe('failed')
    later.resume(later.uploads()[0]?.id ?? '')
    await settle()
    expect(server.calls.filter((call) => call.startsWith('create'))).toEqual([
      'create in sport with small',
      'create in sport with small',
    ])
  })

  it('never recreates an upload that another part of the console created', async () => {
    const { queue, open, server } = world()
    server.beforePut = () => new Promise(() => undefined)
    queue.add([video()], scope)
    await settle()
    const [uploadId = ''] = server.uploads.keys()
    const given = open()
    given.send(video(), scope, uploadId)
    await settle()

    const later = open()
    await later.recall(scope)
    later.add([video()], scope)
    server.uploads.clear()
    await settle()
    later.resume(later.uploads()[0]?.id ?? '')
    await settle()
    expect(server.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
    expect(later.uploads()[0]?.state.kind).toBe('failed')
  })

  it('resumes an upload of another kind after a reload, only from its own file', async () => {
    const { queue, open, server } = world()
    server.beforePut = (part) => (part > 2 ? new Promise(() => undefined) : Promise.resolve())
    const audio = video('hindi.m4a')
    const uploadId = server.begin('track', audio)
    queue.send(audio, scope, uploadId)
    await settle()

    const later = open()
    await later.recall(scope)
    const [row] = later.uploads()
    expect(row).toMatchObject({ kind: 'track', safe: 20, state: { kind: 'asleep' } })
    server.beforePut = async () => undefined
    expect(later.resumeWithFile(row?.id ?? '', video('telugu.m4a'))).toBe(false)
    expect(later.resumeWithFile(row?.id ?? '', video('hindi.m4a', 36))).toBe(false)
    expect(later.uploads()[0]?.state.kind).toBe('asleep')
    expect(later.resumeWithFile(row?.id ?? '', video('hindi.m4a'))).toBe(true)
    await settle()
    expect(later.uploads()).toMatchObject([{ kind: 'track', state: { kind: 'done' } }])
    expect(server.calls.filter((call) => call.startsWith('create'))).toEqual([])
  })

  it('resumes an audio file that was unreadable for a while', async () => {
    const { queue, server, state, id } = world()
    const audio = video('hindi.m4a')
    server.fault = (call) => {
      if (call === 'put 3') throw new FileGone()
    }
    queue.send(audio, scope, server.begin('track', audio))
    await settle()
    expect(state()).toMatchObject({ kind: 'failed', why: 'file-gone' })
    server.fault = () => undefined
    const changed = new File([new Uint8Array(35)], 'hindi.m4a', { lastModified: 8 })
    expect(queue.resumeWithFile(id(), changed)).toBe(false)
    expect(queue.resumeWithFile(id(), video('hindi.m4a'))).toBe(true)
    await settle()
    expect(state()?.kind).toBe('done')
  })

  it('resumes only the video whose file was unreadable for a while', async () => {
    const { queue, server, state } = world()
    server.fault = (call) => {
      if (call === 'put 3') throw new FileGone()
    }
    queue.add([video()], scope)
    await settle()
    expect(state()).toMatchObject({ kind: 'failed', why: 'file-gone' })
    server.fault = () => undefined
    queue.add([video()], scope)
    await settle()
    expect(queue.uploads()).toMatchObject([{ kind: 'source', state: { kind: 'done' } }])
    expect(server.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
  })

  it('keeps the test option when it recreates a deleted upload', async () => {
    const { queue, open, server, memory } = world()
    server.beforePut = () => new Promise(() => undefined)
    queue.add([video()], scope, asTest)
    await settle()
    expect(memory.records[0]?.isTest).toBe(true)

    const later = open()
    await later.recall(scope)
    later.add([video()], scope, asTest)
    server.uploads.clear()
    await settle()
    expect(later.uploads()[0]?.state.kind).toBe('failed')
    later.resume(later.uploads()[0]?.id ?? '')
    await settle()
    expect(server.calls.filter((call) => call.startsWith('create'))).toEqual(['create test', 'create test'])
  })

  it.each([
    ['the whole', 'a test', asTest, whole, 'create'],
    ['a test', 'the whole', whole, asTest, 'create test'],
  ])('sends %s beside %s of the same file', async (_chosen, _begun, first, second, call) => {
    const { queue, open, server } = world()
    server.beforePut = () => new Promise(() => undefined)
    queue.add([video()], scope, first)
    queue.add([video()], scope, second)
    await settle()
    expect(queue.uploads()).toHaveLength(2)
    await queue.cancel(queue.uploads()[1]?.id ?? '')
    queue.leave()

    const later = open()
    await later.recall(scope)
    server.calls.length = 0
    later.add([video()], scope, second)
    await settle()
    expect(later.uploads().map(({ state, isTest }) => [state.kind, isTest])).toEqual([
      ['asleep', first.isTest],
      ['sending', second.isTest],
    ])
    expect(server.calls).toContain(call)
  })

  it('waits while the connection is lost and never fails', async () => {
    const { queue, server, pass, state } = world()
    let down = true
    server.fault = (call) => {
      if (down && call.startsWith('put')) throw new Problem('offline', 0)
    }
    queue.add([video()], scope)
    await settle()
    expect(state()).toEqual({ kind: 'lost', stall: { cause: 'offline', status: 0 } })
    await pass(60_000)
    expect(state()?.kind).toBe('lost')
    down = false
    queue.tryAllNow()
    await settle()
    expect(state()?.kind).toBe('done')
  })

  it('repeats a complete call whose answer was lost', async () => {
    const { queue, server, pass, state } = world()
    let answers = 0
    server.fault = (call) => {
      if (call !== 'complete' || answers++ > 0) return
      const [upload] = server.uploads.values()
      if (upload) upload.status = 'completed'
      throw new Problem('timeout', 0)
    }
    queue.add([video()], scope)
    await pass(2000)
    expect(state()?.kind).toBe('done')
    expect(server.calls.filter((call) => call === 'complete')).toHaveLength(2)
  })

  it('resends parts that the server lacks', async () => {
    const { queue, server, state } = world()
    let lost = false
    server.fault = (call) => {
      const [upload] = server.uploads.values()
      if (call !== 'complete' || lost || !upload) return
      lost = true
      upload.parts = upload.parts.filter(({ partNumber }) => partNumber !== 2)
    }
    queue.add([video()], scope)
    await settle()
    expect(state()?.kind).toBe('done')
    expect(server.calls.filter((call) => call === 'put 2')).toHaveLength(2)
    expect(server.calls.filter((call) => call === 'put 1')).toHaveLength(1)
  })

  it('keeps uploaded parts during a pause', async () => {
    const { queue, server, state, id } = world()
    server.beforePut = (part) => (part > 2 ? new Promise(() => undefined) : Promise.resolve())
    queue.add([video()], scope)
    await settle()
    queue.pause(id())
    expect(state()).toEqual({ kind: 'paused' })
    expect(queue.uploads()[0]?.safe).toBe(20)
    await settle()
    server.beforePut = async () => undefined
    server.calls.length = 0
    queue.resume(id())
    await settle()
    expect(state()?.kind).toBe('done')
    expect(server.calls.filter((call) => call.startsWith('put'))).toEqual(['put 3', 'put 4'])
  })

  it('restores an unfinished upload after a reload and resumes from its parts', async () => {
    const { queue, open, server, memory } = world()
    server.beforePut = (part) => (part > 2 ? new Promise(() => undefined) : Promise.resolve())
    queue.add([video()], scope)
    await settle()
    queue.leave()
    expect(memory.records).toHaveLength(1)

    server.beforePut = async () => undefined
    server.calls.length = 0
    const next = open()
    await next.recall(scope)
    expect(next.uploads()[0]).toMatchObject({ fileName: 'match.mp4', safe: 20, state: { kind: 'asleep' } })
    next.add([video()], scope)
    await settle()
    expect(next.uploads()[0]?.state.kind).toBe('done')
    expect(server.calls.filter((call) => call.startsWith('put'))).toEqual(['put 3', 'put 4'])
  })

  it('reports the size limit of a proxy, and retries on request', async () => {
    const { queue, server, state, id } = world()
    server.fault = (call) => {
      if (call === 'put 1') throw new Problem('body-too-large', 413)
    }
    queue.add([video()], scope)
    await settle()
    expect(state()).toMatchObject({ kind: 'failed', why: { id: 'body-too-large' } })
    server.fault = () => undefined
    queue.resume(id())
    await settle()
    expect(state()?.kind).toBe('done')
  })

  it('cancels the upload on the server', async () => {
    const { queue, server, memory, id } = world()
    server.beforePut = () => new Promise(() => undefined)
    queue.add([video()], scope)
    await settle()
    await queue.cancel(id())
    expect(queue.uploads()).toEqual([])
    expect(server.uploads.size).toBe(0)
    expect(memory.records).toEqual([])
  })

  it('queues the same file once, and sends three files at a time', async () => {
    const { queue, server } = world()
    server.beforePut = () => new Promise(() => undefined)
    queue.add([video('a.mp4'), video('b.mp4'), video('c.mp4'), video('d.mp4'), video('a.mp4')], scope)
    await settle()
    expect(queue.uploads().map(({ state }) => state.kind)).toEqual([
      'sending',
      'sending',
      'sending',
      'waiting',
    ])
  })
})
