import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadFile } from '../../../testing/client.ts'
import { listen, until } from '../../../testing/event-stream.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

it('allows at most twenty connections per caller', async () => {
  const member = await world.member(null)
  const open = await Promise.all(Array.from({ length: 20 }, () => listen(member)))
  const path = '/data/api/v1/events/stream'
  expect(await member.send('GET', path)).toMatchObject({ body: { type: '/problems/rate-limited' } })
  const other = await listen(world.owner)
  await Promise.all([...open, other].map((each) => each.close()))
})

describe('the stream of events', () => {
  it('reports a video from upload to the last rendition', async () => {
    const stream = await listen(world.owner)
    const content = await uploadFile(world.owner, world.clip)
    const mine = () => stream.events().filter(({ data }) => data.object?.id === content.id)
    await until(() => mine().some(({ data }) => data.type === 'video.asset.ready'))
    const types = mine().map(({ data }) => data.type)
    expect(types[0]).toBe('video.asset.created')
    expect(stream.events().map(({ data }) => data.type)).toContain('video.upload.completed')
    await stream.close()
  })

  it('resumes after a disconnection without gaps or repeats', async () => {
    const first = await listen(world.stranger)
    await world.stranger.call('createUpload', { body: { fileName: 'one.mp4', fileSize: 10 } })
    await until(() => first.events().length >= 2)
    await first.close()
    const seen = first.events().map(({ id }) => id)

    const names = ['two.mp4', 'three.mp4', 'four.mp4']
    await Promise.all(
      names.map((fileName) => world.stranger.call('createUpload', { body: { fileName, fileSize: 10 } })),
    )
    const second = await listen(world.stranger, seen.at(-1))
    await until(() => second.events().length >= 6)
    await pause(100)
    expect(second.events()).toHaveLength(6)
    expect(second.events().some(({ id }) => seen.includes(id))).toBe(false)
    await second.close()
  })

  it('does not lose an event whose transaction commits after that of a later event', async () => {
    const stream = await listen(world.stranger)
    const slow = new pg.Client({ connectionString: world.kinora.databaseUrl })
    await slow.connect()
    await slow.query('BEGIN')
    await slow.query(
      `INSERT INTO outbox (id, environment_id, type, object_type, object_id, data, created_at)
       VALUES (gen_random_uuid(), $1, 'video.asset.updated', 'asset', $1, '{"slow":true}', now())`,
      [world.stranger.environmentId],
    )
    await world.stranger.call('createUpload', { body: { fileName: 'quick.mp4', fileSize: 10 } })
    await pause(200)
    expect(stream.events()).toHaveLength(0)
    await slow.query('COMMIT')
    await slow.end()
    await until(() => stream.events().length === 3)
    expect(stream.events().map(({ data }) => data.type)).toEqual([
      'video.asset.updated',
      'video.asset.created',
      'video.upload.created',
    ])
    await stream.close()
  })

  it('leaves out other environments and events that the role may not read', async () => {
    const stranger = await listen(world.stranger)
    const nothing = { Videos: { Video: { create: true } }, 'Events and Logs': {} }
    const blind = await listen(await world.member(JSON.stringify(nothing)))
    const owner = await listen(world.owner)
    await world.owner.call('createUpload', { body: { fileName: 'hidden.mp4', fileSize: 10 } })
    await until(() => owner.events().length >= 2)
    // The stranger can still receive events of earlier requests of their own.
    const foreign = stranger.messages.filter(
      ({ data }) => data.environmentId !== world.stranger.environmentId,
    )
    expect([...foreign, ...blind.messages]).toEqual([])
    await Promise.all([stranger.close(), blind.close(), owner.close()])
  })

  it('ends when the session does', async () => {
    const member = await world.member(null)
    const stream = await listen(member)
    await member.call('signOut', {})
    await world.owner.call('createUpload', { body: { fileName: 'after.mp4', fileSize: 10 } })
    await pause(300)
    expect(stream.events()).toEqual([])
    await stream.close()
  })
})
