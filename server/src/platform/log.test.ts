import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('removes the secrets of addresses from every line', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const address = 'https://cdn.example/CANARYPATHKEY78?hdnts=canary'
  log.info(
    { err: new Error(`"${address}" answered 404`), url: address, list: [{ url: address }] },
    `no ${address}`,
  )
  expect(lines.join('')).not.toMatch(/canary/i)
  const line = JSON.parse(lines[0] ?? '')
  expect(line.err.message).toBe('"https://cdn.example/[removed]?hdnts=[removed]" answered 404')
  expect(line.msg).toBe('no https://cdn.example/[removed]?hdnts=[removed]')
})

it('removes secrets at any depth, and objects that libraries attach to errors', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const failure = Object.assign(new Error('no connection', { cause: new Error('refused') }), {
    code: 'ECONNREFUSED',
    client: { connectionParameters: { password: 'canary-1' } },
  })
  log.info(
    { password: 'canary-2', body: { token: 'canary-3', card: { cvv: 'canary-4' } }, err: failure },
    'hello',
  )
  expect(lines.join('')).not.toContain('canary')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'hello',
    err: { message: 'no connection', code: 'ECONNREFUSED', cause: { message: 'refused' } },
  })
})
