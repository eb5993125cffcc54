import { expect, it } from 'vitest'
import { embedOptionsOf, embedQuery, sourceOf } from './embed-options.ts'

const read = (query: string) => embedOptionsOf(new URLSearchParams(query))
const plain = {
  startAt: '',
  autoplay: false,
  muted: false,
  loop: false,
  controls: true,
  captions: '',
  color: '',
  logo: '',
}

it('reads what it writes', () => {
  const all = {
    startAt: '1m30s',
    autoplay: true,
    muted: true,
    loop: true,
    controls: false,
    captions: 'zh-Hant',
    color: 'e4572e',
    logo: 'https://cdn.example/logo.svg?v=2',
  }
  for (const options of [plain, all, { ...plain, muted: true }])
    expect(read(embedQuery(options))).toEqual(options)
  expect(embedQuery(plain)).toBe('')
})

it('accepts common spellings', () => {
  expect(read('autoplay&loop=true&controls=false&color=%23E4572E')).toEqual({
    ...plain,
    autoplay: true,
    muted: true,
    loop: true,
    controls: false,
    color: 'e4572e',
  })
})

it.each([
  't="><script>alert(1)</script>',
  'captions=../../etc/passwd',
  'captions=en"onload=alert(1)',
  'color=red;background:url(//evil.test)',
  'color=url(javascript:alert(1))',
  'autoplay=maybe&muted=0&loop=no&controls=nonsense',
])('ignores %s', (query) => {
  expect(read(query)).toEqual(plain)
})

it('passes on what the page says about its viewer, and nothing else', () => {
  const query = new URLSearchParams(
    'kv.genre=a%26b&gdpr_consent=CPx&token=secret&autoplay=1&kv.=x&partner=Tara',
  )
  expect(sourceOf('abc', query)).toBe('/play/abc.m3u8?kv.genre=a%26b&gdpr_consent=CPx&partner=Tara')
  expect(sourceOf('abc', new URLSearchParams('token=secret'))).toBe('/play/abc.m3u8')
})
