import { expect, it } from 'vitest'
import { readConfig } from '../../../config.ts'

const organization = '0199a000-0000-7000-8000-00000000000c'
const rootsOf = (WATCH_ROOTS: string) => readConfig({ WATCH_ROOTS }).WATCH_ROOTS

it('are roots for all, or for one organization', () => {
  expect(rootsOf(`/srv/incoming, /srv/news@${organization}`)).toEqual([
    { path: '/srv/incoming', organizationId: null },
    { path: '/srv/news', organizationId: organization },
  ])
})

it.each(['incoming', '/srv/../etc', '/', '/srv/in@nobody/../x', `/srv/in,/srv/in/news@${organization}`])(
  'refuse %s',
  (text) => {
    expect(() => rootsOf(text)).toThrow(/WATCH_ROOTS/)
  },
)
