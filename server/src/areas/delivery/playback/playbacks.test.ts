import { describe, expect, it } from 'vitest'
import { playbackOf, testSource } from '../../../testing/playback-source.ts'
import { openPlaybacks } from './playbacks.ts'

const noTokens = { check: () => Promise.reject(new Error('nothing is signed here')), own: async () => null }
const ask = (playbackId: string) => ({
  playbackId,
  audience: 'v' as const,
  token: undefined,
  referrer: { kind: 'none' as const },
})

function cache(maxBytes?: number) {
  let now = 0
  const clock = { now: () => new Date(now) }
  const playbacks = openPlaybacks(clock, noTokens, maxBytes)
  const wait = (ms: number) => {
    now += ms
  }
  return { playbacks, wait }
}

describe('playbacks in memory', () => {
  it('are the newest within a size limit, or a single larger one', async () => {
    const { playbacks } = cache(60_000)
    const short = ['short1', 'short2', 'short3']
    const all = [...short.map((id) => playbackOf(id, { memoryBytes: 20_000 }))]
    playbacks.add(testSource(...all, playbackOf('long', { memoryBytes: 2_000_000 })))
    const areCached = (ids: string[]) => ids.map((id) => playbacks.open(id) !== null)

    for (const id of short) await playbacks.get(ask(id))
    expect(areCached(short)).toEqual([false, true, true])
    await playbacks.get(ask('long'))
    expect(areCached([...short, 'long'])).toEqual([false, false, false, true])
    await playbacks.get(ask('short1'))
    expect(areCached(['short1', 'long'])).toEqual([true, false])
  })

  it('are resolved again only after a change, based on the previous result', async () => {
    const { playbacks } = cache()
    const [first, other] = [playbackOf('first'), playbackOf('other')]
    const source = testSource(first, other)
    playbacks.add(source)
    for (const id of ['first', 'other', 'first']) await playbacks.get(ask(id))
    expect(source.asked.map(({ playbackId }) => playbackId)).toEqual(['first', 'other'])

    playbacks.expire('first', source)
    expect([playbacks.open('first'), playbacks.open('other')]).toEqual([null, expect.anything()])
    await playbacks.get(ask('first'))
    expect(source.asked.at(-1)).toEqual({ playbackId: 'first', previous: first })
    expect(source.asked[0]?.previous).toBeNull()
  })

  it('are resolved again after a while, because announcements can be lost', async () => {
    const { playbacks, wait } = cache()
    const source = testSource(playbackOf('first'))
    playbacks.add(source)
    await playbacks.get(ask('first'))
    wait(9_999)
    await playbacks.get(ask('first'))
    expect(source.asked).toHaveLength(1)
    wait(1)
    await playbacks.get(ask('first'))
    expect(source.asked).toHaveLength(2)
  })

  it('that change while they are resolved are resolved again', async () => {
    const { playbacks } = cache()
    const source = testSource(playbackOf('first'))
    playbacks.add(source)
    const under = playbacks.get(ask('first'))
    playbacks.expire('first', source)
    await under
    expect(playbacks.open('first')).toBeNull()
    await playbacks.get(ask('first'))
    expect(source.asked).toHaveLength(2)
  })

  it('are resolved again after a failure', async () => {
    const { playbacks } = cache()
    const source = testSource(playbackOf('first'))
    const { resolve } = source
    let isBroken = true
    playbacks.add({
      ...source,
      resolve: (...given) => (isBroken ? Promise.reject(new Error('broken')) : resolve(...given)),
    })
    await expect(playbacks.get(ask('first'))).rejects.toThrow('broken')
    isBroken = false
    expect((await playbacks.get(ask('first'))).playback.playbackId).toBe('first')
  })
})

describe('several sources', () => {
  it('are queried in order, starting with the one that knew the ID', async () => {
    const { playbacks } = cache()
    const [one, two] = [testSource(playbackOf('a')), testSource(playbackOf('a'), playbackOf('b'))]
    for (const source of [one, two]) playbacks.add(source)
    await playbacks.get(ask('a'))
    await playbacks.get(ask('b'))
    expect([one, two].map(({ asked }) => asked.map(({ playbackId }) => playbackId))).toEqual([
      ['a', 'b'],
      ['b'],
    ])

    playbacks.expire('b', two)
    await playbacks.get(ask('b'))
    expect([one.asked.length, two.asked.length]).toEqual([2, 2])
  })

  it('expire only their own playbacks', async () => {
    const { playbacks } = cache()
    const [one, two] = [testSource(playbackOf('a')), testSource(playbackOf('b'))]
    for (const source of [one, two]) playbacks.add(source)
    for (const id of ['a', 'b']) await playbacks.get(ask(id))
    playbacks.expire(null, two)
    expect([playbacks.open('a'), playbacks.open('b')]).toEqual([expect.anything(), null])
  })

  it('are queried again for unknown IDs, soon and on each announcement', async () => {
    const { playbacks, wait } = cache()
    const source = testSource()
    playbacks.add(source)
    const isFound = async () => (await playbacks.find('late')) !== null
    expect(await isFound()).toBe(false)
    source.playbacks.set('late', playbackOf('late'))
    wait(1999)
    expect(await isFound()).toBe(false)
    wait(1)
    expect(await isFound()).toBe(true)

    source.playbacks.delete('late')
    playbacks.expire('late', source)
    expect(await isFound()).toBe(false)
    source.playbacks.set('late', playbackOf('late'))
    playbacks.expire('late', source)
    expect(await isFound()).toBe(true)
  })

  it('keep their playbacks when strangers request unknown IDs', async () => {
    const { playbacks } = cache()
    playbacks.add(testSource(playbackOf('a')))
    await playbacks.get(ask('a'))
    for (let n = 0; n < 3000; n++) await playbacks.find(`stranger${n}`)
    expect(playbacks.open('a')).not.toBeNull()
  })
})
