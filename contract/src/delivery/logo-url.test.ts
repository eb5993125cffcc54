import { expect, it } from 'vitest'
import { logoUrlOf } from './logo-url.ts'

it('accepts images of other sites over HTTPS only', () => {
  expect(logoUrlOf('https://cdn.example/logo.svg?v=2')?.origin).toBe('https://cdn.example')
  for (const wrong of [
    'http://cdn.example/logo.png',
    '//cdn.example/logo.png',
    '/logo.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'https://user:secret@cdn.example/logo.png',
    `https://cdn.example/${'a'.repeat(500)}`,
    '',
    undefined,
    ['https://cdn.example/logo.png'],
  ])
    expect(logoUrlOf(wrong), String(wrong)).toBeNull()
})

it('has an origin that is safe in a header', () => {
  for (const sly of [
    "https://cdn.example;script-src 'unsafe-inline'/",
    'https://cdn.example, *',
    'https://a b/',
  ])
    expect(logoUrlOf(sly)?.origin ?? 'https://none').toMatch(/^https:\/\/[a-z0-9.:-]+$/)
})
