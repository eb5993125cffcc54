import { describe, expect, it } from 'vitest'
import { isReferrer, referrerOf } from './referrer.ts'

const from = (referer?: string, origin?: string) =>
  referrerOf({ ...(referer !== undefined && { referer }), ...(origin !== undefined && { origin }) }, [
    'https://video.example.org',
  ])

describe('the origin site of a request', () => {
  it.each([
    ['https://example.com/', 'example.com'],
    ['https://EXAMPLE.com/Page?x#y', 'example.com'],
    ['https://example.com:8443/', 'example.com'],
    ['http://example.com./', 'example.com'],
    ['https://münchen.de/', 'xn--mnchen-3ya.de'],
    ['https://example.com@evil.test/', 'evil.test'],
    ['https://video.example.org@evil.test/', 'evil.test'],
    ['https://evil.test/?https://example.com', 'evil.test'],
    ['https://evil.test/#@example.com', 'evil.test'],
    ['https://evil.test\\@example.com/', 'evil.test'],
    ['https://example.com.evil.test/', 'example.com.evil.test'],
    ['https://video.example.org:8443/', 'video.example.org'],
  ])('%s is %s', (referer, host) => {
    expect(from(referer)).toEqual({ kind: 'host', host })
  })

  it('is taken from the Origin header if there is no referrer', () => {
    expect(from(undefined, 'https://evil.test')).toEqual({ kind: 'host', host: 'evil.test' })
    expect(from('', 'https://evil.test')).toEqual({ kind: 'host', host: 'evil.test' })
    expect(from('https://example.com/', 'https://evil.test')).toEqual({ kind: 'host', host: 'example.com' })
  })

  it("is Kinora's own if host and port match, whatever the scheme", () => {
    for (const referer of ['https://video.example.org/embed/x', 'http://video.example.org/watch/x'])
      expect(from(referer)).toEqual({ kind: 'own' })
  })

  it('can be absent or hidden', () => {
    expect(from()).toEqual({ kind: 'none' })
    for (const referer of [
      'null',
      'example.com',
      'android-app://example.com',
      'file:///example.com',
      'https://',
    ])
      expect(from(referer)).toEqual({ kind: 'hidden' })
    expect(from(undefined, 'null')).toEqual({ kind: 'hidden' })
  })
})

describe('a host', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'www.example.com', false],
    ['example.com', 'notexample.com', false],
    ['example.com', 'example.com.evil.test', false],
    ['*.example.com', 'www.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'notexample.com', false],
    ['*.example.com', '.example.com.evil.test', false],
  ])('with %s, %s is allowed: %s', (pattern, host, isAllowed) => {
    expect(isReferrer(pattern, host)).toBe(isAllowed)
  })
})
