import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limitSlowBodies } from './slow-bodies.ts'

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = Fastify()
  limitSlowBodies(app, { graceMs: 300, bytesPerS: 10_000, checkEveryMs: 20 })
  app.post('/call', async ({ body }) => body)
  app.get('/call', async () => 'read')
  app.post('/part', { config: { isSlow: true } }, async ({ body }) => body)
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Sends the pieces with pauses until the server ends the connection. Returns the answer. */
async function send(
  start: string,
  pieces: readonly string[],
  pauseMs: number,
  connection = 'close',
): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
  const length = pieces.join('').length
  const head = ['host: localhost', 'content-type: application/json', `content-length: ${length}`]
  socket.write(`${start} HTTP/1.1\r\n${head.join('\r\n')}\r\nconnection: ${connection}\r\n\r\n`)
  for (const piece of pieces) {
    if (socket.destroyed) break
    socket.write(piece)
    await pause(pauseMs)
  }
  return ended
}

const trickle = ['"', ...'x'.repeat(200), '"']

it('ends a request with a very slow body', async () => {
  const answer = await send('POST /call', trickle, 20)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"type":"/problems/request-too-slow"')
})

it('ends the connection of a request that is answered before its body has arrived', async () => {
  expect(await send('GET /call', trickle, 20, 'keep-alive')).toMatch(/^HTTP\/1\.1 200 /)
})

it('waits for a body that arrives steadily, and for a part of an upload', async () => {
  const steady = ['"', ...Array.from({ length: 20 }, () => 'x'.repeat(1000)), '"']
  expect(await send('POST /call', steady, 30)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await send('POST /part', trickle.slice(-40, -1).toSpliced(0, 1, '"').concat('"'), 20)).toMatch(
    /^HTTP\/1\.1 200 /,
  )
})
