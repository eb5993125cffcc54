import { beacon } from '@kinora/contract'
import { expect, it } from 'vitest'
import { exampleCode, exampleReport } from './report-example'

it('is a report that the server accepts, with the key of the environment', () => {
  const envKey = '0123456789abcdef0123456789abcdef'
  expect(beacon.parse(exampleReport(envKey))).toMatchObject({ envKey, events: [{ seq: 0 }] })
  const code = exampleCode(envKey, 'https://video.example')
  for (const part of [`"envKey": "${envKey}"`, '"at": Date.now()', '"viewId": crypto.randomUUID()'])
    expect(code).toContain(part)
})
