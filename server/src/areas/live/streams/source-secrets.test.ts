import { describe, expect, it } from 'vitest'
import { secretsWithKey } from '../../../platform/secrets.ts'
import { storedSource, urlOf } from './source-secrets.ts'

const secrets = secretsWithKey(Buffer.alloc(32, 7))
const pull = (url: string) => ({ type: 'pull', url }) as const
const SRT = 'srt://encoder.example.com:9000?streamid=one&passphrase=correct%2Fhorse&latency=200'
const HIDDEN = 'srt://encoder.example.com:9000?streamid=***&passphrase=***&latency=200'

describe('secrets in the URL of a source', () => {
  it('are hidden in responses and available to the node', () => {
    const stored = storedSource(secrets, pull(SRT))
    expect(stored.source).toEqual(pull(HIDDEN))
    expect(JSON.stringify(stored)).not.toContain('correct')
    expect(urlOf(secrets, stored)).toBe(SRT)
  })

  it('stay when the rest of the URL changes, and are replaced by new ones', () => {
    const stored = storedSource(secrets, pull(SRT))
    expect(storedSource(secrets, pull(HIDDEN), stored)).toEqual(stored)
    const slower = storedSource(secrets, pull(HIDDEN.replace('200', '900')), stored)
    expect(urlOf(secrets, slower)).toBe(SRT.replace('200', '900'))
    const renewed = storedSource(secrets, pull(SRT.replace('horse', 'mare')), stored)
    expect(renewed.source).toEqual(pull(HIDDEN))
    expect(urlOf(secrets, renewed)).toBe(SRT.replace('horse', 'mare'))
  })

  it('are also in paths and user names', () => {
    for (const url of [
      'rtmp://me:canary@live.example.com/app/canary',
      'https://cdn.example.com/CANARYKEY123/a.m3u8',
    ]) {
      const stored = storedSource(secrets, pull(url))
      expect(JSON.stringify(stored)).not.toMatch(/canary/i)
      expect(urlOf(secrets, storedSource(secrets, stored.source, stored))).toBe(url)
    }
  })

  it('are not sent to another host or by another protocol', () => {
    const stored = storedSource(secrets, pull(SRT))
    const moved = storedSource(secrets, pull(HIDDEN.replace('encoder', 'other')), stored)
    expect(urlOf(secrets, moved)).toBe(HIDDEN.replace('encoder', 'other'))
  })

  it('do not exist in other sources', () => {
    const plain = pull('https://example.com/live.m3u8?quality=high')
    expect(storedSource(secrets, plain)).toEqual({ source: plain, sourceUrlEncrypted: null })
    const push = { type: 'push' } as const
    const before = storedSource(secrets, pull(SRT))
    expect(storedSource(secrets, push, before)).toEqual({ source: push, sourceUrlEncrypted: null })
    expect(urlOf(secrets, { source: push, sourceUrlEncrypted: null })).toBeNull()
  })
})
