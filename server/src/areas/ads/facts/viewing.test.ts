import { expect, it } from 'vitest'
import { viewerHeaders } from './viewing.ts'

const viewer = { address: '203.0.113.9', userAgent: 'TV \u{1f4fa}/1.0' }

it('headers have the language and the page of the viewer, without what can be private', () => {
  const referer = 'https://user:secret@news.example/watch/é?token=t&email=a#b'
  expect(viewerHeaders({ viewer: { ...viewer, acceptLanguage: 'de-CH, de;q=0.9\n', referer } })).toEqual({
    'x-device-ip': '203.0.113.9',
    'x-forwarded-for': '203.0.113.9',
    'x-device-user-agent': 'TV /1.0',
    'x-device-accept-language': 'de-CH, de;q=0.9',
    'x-device-referer': 'https://news.example/watch/%C3%A9',
  })
})

it.each(['', 'about:blank', 'news.example', 'javascript:alert(1)'])('leaves out the page %j', (referer) => {
  expect(Object.keys(viewerHeaders({ viewer: { ...viewer, referer } }))).toHaveLength(3)
})
