import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendCountedBytes } from './send.ts'

const body = Buffer.alloc(4 * 1024 * 1024, 7)
const app = fastify()
let url: string
let delivered = 0
let isBroken = false

beforeAll(async () => {
  app.get('/segment', async (asked, reply) => {
    await sendCountedBytes(
      asked,
      reply,
      body,
      { type: 'video/mp4', cache: 'private, no-store', etag: 'e' },
      async () => {
        if (isBroken) throw new Error('no database')
        delivered += 1
      },
    )
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/segment`
})
afterAll(() => app.close())
beforeEach(() => {
  delivered = 0
  isBroken = false
})

async function sizeWith(headers: Record<string, string>, method = 'GET'): Promise<[number, number]> {
  const answer = await fetch(url, { headers, method })
  return [answer.status, (await answer.arrayBuffer()).byteLength]
}

describe('a counted response', () => {
  it('counts once the whole or most of it is delivered', async () => {
    expect(await sizeWith({})).toEqual([200, body.length])
    expect(delivered).toBe(1)
    expect(await sizeWith({ range: `bytes=100-${body.length - 1}` })).toEqual([206, body.length - 100])
    expect(delivered).toBe(2)
  })

  it('does not count a byte, a small part, a known version or HEAD', async () => {
    expect(await sizeWith({ range: 'bytes=0-0' })).toEqual([206, 1])
    expect(await sizeWith({ range: 'bytes=0-999' })).toEqual([206, 1000])
    expect(await sizeWith({ range: 'bytes=-1' })).toEqual([206, 1])
    expect(await sizeWith({ 'if-none-match': '"e"' })).toEqual([304, 0])
    expect(await sizeWith({}, 'HEAD')).toEqual([200, 0])
    expect(delivered).toBe(0)
  })

  it('does not count an aborted transfer', async () => {
    const asked = request(url, { agent: false }, (answer) => answer.once('data', () => asked.destroy()))
    asked.on('error', () => undefined)
    asked.end()
    await new Promise((resolve) => asked.once('close', resolve))
    await pause(200)
    expect(delivered).toBe(0)
  })

  it('stays incomplete if it cannot be counted, so that the client requests again', async () => {
    isBroken = true
    await expect(sizeWith({})).rejects.toThrow()
  })
})
