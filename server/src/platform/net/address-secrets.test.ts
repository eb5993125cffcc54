import { describe, expect, it } from 'vitest'
import { secretsWithKey } from '../secrets.ts'
import { hideSecrets, hideSecretsInText, keepSecrets } from './address-secrets.ts'
import { openAddress, shownAddress, storeAddress } from './stored-address.ts'

const hidden: readonly (readonly [string, string])[] = [
  ['rtmp://live.example/app/CANARYPULLKEY78', 'rtmp://live.example/app/***'],
  ['rtmp://live.example/app/key', 'rtmp://live.example/app/***'],
  [
    'rtmps://me:canary@live.example/app/instance/stream?user=7',
    'rtmps://***@live.example/app/instance/***?user=7',
  ],
  ['srt://h.example:9000?streamid=one&latency=200', 'srt://h.example:9000?streamid=***&latency=200'],
  ['srt://h.example:9000?mode=caller#!::r=canary,m=request', 'srt://h.example:9000?mode=caller#***'],
  ['https://cdn.example/live/CANARYPATH99/master.m3u8', 'https://cdn.example/live/***/master.m3u8'],
  ['https://cdn.example/a3f9c2d17b6e.m3u8', 'https://cdn.example/***.m3u8'],
  ['https://cdn.example/x.m3u8?hdnts=exp=1~acl=/*~hmac=abc', 'https://cdn.example/x.m3u8?hdnts=***'],
  ['https://cdn.example/x.m3u8?p=q7w8e9r0t1y2u3', 'https://cdn.example/x.m3u8?p=***'],
  ['https://hooks.example/services/T1/B2/x9Yz8Ab7Cd6Ef5', 'https://hooks.example/services/T1/B2/***'],
  ['https://me:canary@hooks.example/in', 'https://***@hooks.example/in'],
  [
    'https://ads.example/vast?k=1&password=a&cb=[CACHEBUSTING]&x_token=b',
    'https://ads.example/vast?k=1&password=***&cb=[CACHEBUSTING]&x_token=***',
  ],
  ['https://a.example/?0f8fad5b-d9cb-469f-a165-70867728950e', 'https://a.example/?***'],
  ['https://a.example/#access_token=abc', 'https://a.example/#***'],
]

const shown = [
  'https://cdn.example/live/sample-video-2024_1080p/chunklist_b5000.m3u8?quality=high&start=1700000000',
  'https://ads.example/gampad/ads?iu=/21775/external/single_ad_samples&sz=640x480&keywords=sports&sig_token=[SIG]',
  'srt://h.example:9000?latency=200',
  'rtmp://live.example/app',
  'not an address',
]

describe('what is secret in an address', () => {
  it.each(hidden)('is hidden in %s', (address, expected) => {
    expect(hideSecrets(address)).toBe(expected)
    // Hiding twice changes nothing.
    expect(hideSecrets(expected)).toBe(expected)
  })

  it.each(shown)('is nothing in %s', (address) => {
    expect(hideSecrets(address)).toBe(address)
  })

  it.each(hidden)('is removed from a text with %s', (address) => {
    const text = hideSecretsInText(`failed: "${address}" answered 404`, '[removed]')
    expect(text).not.toContain(address)
    expect(text).toMatch(/^failed: ".*\[removed\].*" answered 404$/)
  })

  it('is also removed without a host, and left in addresses of this server', () => {
    expect(hideSecretsInText('/play/x.m3u8?token=abc&n=1', '-')).toBe('/play/x.m3u8?token=-&n=1')
    const own = 'http://localhost:4000/play/Ab12Cd34Ef56.m3u8?token=abc'
    expect(hideSecretsInText(own, '-', 'localhost:4000')).toBe(own.replace('abc', '-'))
    expect(hideSecretsInText(own, '-', 'localhost:40')).not.toContain('Ab12Cd34Ef56')
  })
})

describe('a placeholder', () => {
  it.each(hidden)('keeps the secret of %s', (address, expected) => {
    expect(keepSecrets(expected, address)).toBe(address)
  })

  it('keeps nothing for another host or protocol', () => {
    const before = 'https://cdn.example/x.m3u8?token=canary'
    for (const address of ['https://other.example/x.m3u8?token=***', 'http://cdn.example/x.m3u8?token=***'])
      expect(keepSecrets(address, before)).toBe(address)
  })
})

describe('a stored address', () => {
  const secrets = secretsWithKey(Buffer.alloc(32, 3))

  it.each(hidden)('has the secrets of %s encrypted', (address, expected) => {
    const stored = storeAddress(secrets, address)
    expect(String(stored).startsWith(`${expected} sealed:`)).toBe(true)
    expect(shownAddress(stored)).toBe(expected)
    expect(openAddress(secrets, stored)).toBe(address)
    expect(storeAddress(secrets, expected, stored)).toBe(stored)
  })

  it('is plain text without secrets, and older plain text is not shown', () => {
    const plain = 'https://example.com/hook'
    expect(String(storeAddress(secrets, plain))).toBe(plain)
    const older = 'https://example.com/hook?token=canary' as unknown as Parameters<typeof shownAddress>[0]
    expect(shownAddress(older)).toBe('https://example.com/hook?token=***')
    expect(openAddress(secrets, older)).toBe('https://example.com/hook?token=canary')
  })

  it('is not mistaken for an encrypted one', () => {
    const odd = 'https://example.com/hook sealed:AAAA'
    expect(openAddress(secrets, storeAddress(secrets, odd))).toBe(odd)
  })
})
