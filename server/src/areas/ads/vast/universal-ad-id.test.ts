import { expect, it } from 'vitest'
import { creativeOf } from '../creatives/creatives.ts'
import { universalAdIdOf } from './universal-ad-id.ts'
import { readXml } from './xml.ts'

const idOf = (elements: string) => universalAdIdOf(readXml(`<Creative>${elements}</Creative>`))
const id = (value: string, registry = 'ad-id.org') =>
  `<UniversalAdId idRegistry="${registry}">${value}</UniversalAdId>`

it.each([
  'unknown',
  'Unknown',
  'UNKNOWN',
  'N/A',
  'n.a.',
  'none',
  'Empty',
  '0',
  '0000',
  '-1',
  'null',
  '"undefined"',
  ' ',
  '-',
  '[UNIVERSALADID]',
  '00000000-0000-0000-0000-000000000000',
])('takes %s for no ID', (text) => {
  expect(idOf(id(text))).toBeNull()
  expect(idOf(id(text) + id('8465'))).toEqual({ registry: 'ad-id.org', value: '8465' })
})

it('takes an ID of an unknown registry for none, and reads the attribute of VAST 4.0', () => {
  expect(idOf(id('8465', 'Unknown'))).toBeNull()
  expect(idOf('<UniversalAdId idRegistry="a" idValue="1">unknown</UniversalAdId>')?.value).toBe('1')
})

const film = (universalAdId: string | null, url: string) =>
  creativeOf({ universalAdId }, { url } as Parameters<typeof creativeOf>[1]).key

it('a film is its ID and its file, without parameters that change', () => {
  const a = film('ad-id.org:1', 'https://cdn.example/a.mp4?v=2&token=x&Expires=1&X-Amz-Signature=s')
  expect(film('ad-id.org:1', 'http://cdn.example/a.mp4?Expires=2&token=y&v=2')).toBe(a)
  const others = [
    film('ad-id.org:1', 'https://cdn.example/b.mp4?v=2'),
    film('ad-id.org:1', 'https://cdn.example/a.mp4?v=3'),
    film('ad-id.org:1', 'https://other.example/a.mp4?v=2'),
    film('ad-id.org:2', 'https://cdn.example/a.mp4?v=2'),
    film('clearcast:1', 'https://cdn.example/a.mp4?v=2'),
    film(null, 'https://cdn.example/a.mp4?v=2'),
  ]
  expect(new Set([a, ...others]).size).toBe(7)
})
