import { describe, expect, it } from 'vitest'
import { brokenBorders } from './borders.mjs'
import { codeSources } from './sources.mjs'

function broken(path: string, ...specifiers: string[]): string[] {
  return brokenBorders([{ path, text: specifiers.map((from) => `import { x } from '${from}'`).join('\n') }])
}

it('hold for every import of the repository', () => {
  expect(brokenBorders(codeSources())).toEqual([])
})

describe('the borders', () => {
  it('name both files of a violation', () => {
    expect(broken('server/src/areas/library/contents.ts', '../live/index.ts')).toEqual([
      'server/src/areas/library/contents.ts imports server/src/areas/live/index.ts: library (floor 4) may not stand on live (floor 5)',
    ])
  })

  it('limit contract and media to zod', () => {
    expect(broken('contract/src/library/contents.ts', 'zod/mini', './ids.ts')).toEqual([])
    expect(broken('contract/src/library/contents.ts', '@kinora/media')).toHaveLength(1)
    expect(broken('contract/src/library/contents.ts', 'node:fs')).toHaveLength(1)
    expect(broken('media/src/ladder.ts', '@kinora/contract/library')).toHaveLength(1)
    expect(broken('media/src/ladder.ts', '@kinora/contract/cut-text')).toEqual([])
    expect(broken('media/src/ladder.ts', '../../server/src/platform/log.ts')).toHaveLength(1)
    expect(broken('media/src/ladder.test.ts', 'vitest', 'node:fs')).toEqual([])
  })

  it('keep the platform below the areas', () => {
    expect(broken('server/src/platform/http.ts', '@kinora/contract', './log.ts', 'fastify')).toEqual([])
    expect(broken('server/src/platform/http.ts', '../areas/identity/index.ts')).toHaveLength(1)
    expect(broken('server/src/platform/http.ts', '../main.ts')).toHaveLength(1)
  })

  it('allow imports of lower floors, through their index.ts', () => {
    expect(broken('server/src/areas/live/ingest.ts', '../library/index.ts', '../../platform/log.ts')).toEqual(
      [],
    )
    expect(broken('server/src/areas/live/ingest.ts', '../library/tables.ts')).toHaveLength(1)
    expect(broken('server/src/areas/live/ingest.ts', '../library/uploads/index.ts')).toHaveLength(1)
    expect(broken('server/src/areas/live/ingest.ts', '../ads/index.ts')).toHaveLength(1)
    expect(broken('server/src/areas/billing/ledger.ts', '../analytics/index.ts')).toEqual([])
    expect(broken('server/src/areas/live/ingest.ts', '../../main.ts')).toHaveLength(1)
  })

  it('apply to the folders of an area, at any depth', () => {
    const file = 'server/src/areas/library/uploads/parts/routes.ts'
    expect(broken(file, '../../contents/states.ts', '../../../delivery/index.ts')).toEqual([])
    expect(broken(file, '../../../live/index.ts')).toHaveLength(1)
    expect(broken(file, '../../../identity/people/tables.ts')).toHaveLength(1)
    expect(broken('server/src/areas/billing/wallet/ledger.ts', '../../alerts/index.ts')).toHaveLength(1)
  })

  it('separate the areas of one floor', () => {
    expect(broken('server/src/areas/editor/jobs.ts', '../portrait/index.ts')).toHaveLength(1)
    expect(broken('server/src/areas/portrait/jobs.ts', '../editor/index.ts')).toHaveLength(1)
  })

  it('allow areas to register with delivery, which imports none of them', () => {
    expect(broken('server/src/areas/library/index.ts', '../delivery/index.ts')).toEqual([])
    expect(broken('server/src/areas/delivery/routes.ts', '../library/index.ts')).toHaveLength(1)
    expect(broken('server/src/areas/delivery/routes.ts', '../live/index.ts')).toHaveLength(1)
  })

  it('apply the same floors to the contract and the console', () => {
    expect(broken('contract/src/library/contents.ts', '../identity/index.ts', '../delivery.ts')).toEqual([])
    expect(broken('contract/src/library/contents.ts', '../identity/people.ts')).toHaveLength(1)
    expect(broken('contract/src/delivery.ts', './library/index.ts')).toHaveLength(1)
    expect(broken('console/src/areas/library/uploads/list.tsx', '../../identity')).toEqual([])
    expect(broken('console/src/areas/library/uploads/list.tsx', '../../identity/here')).toHaveLength(1)
    expect(broken('console/src/areas/library/uploads/list.tsx', '../../live')).toHaveLength(1)
  })

  it('know every area', () => {
    expect(broken('server/src/areas/weather/index.ts', '../library/index.ts')).toEqual([
      'the area weather has no floor in scripts/rules/rooms.mjs',
    ])
    expect(broken('console/src/areas/weather/index.ts')).toHaveLength(1)
    expect(broken('contract/src/weather/index.ts')).toHaveLength(1)
  })

  it('separate the browser from the server', () => {
    expect(broken('console/src/lib/api.ts', '@kinora/contract', '@kinora/player')).toEqual([])
    expect(broken('console/src/lib/api.ts', '@kinora/server')).toHaveLength(1)
    expect(broken('console/src/lib/api.ts', '@kinora/media')).toHaveLength(1)
    expect(broken('player/src/index.ts', '../../console/src/lib/api.ts')).toHaveLength(1)
  })

  it('keep journeys out of the server, except for test clips and the client', () => {
    expect(broken('e2e/journeys/uploads.spec.ts', '../../server/src/testing/clips.ts')).toEqual([])
    expect(broken('e2e/journeys/uploads.spec.ts', '../../server/src/testing/client.ts')).toEqual([])
    expect(broken('e2e/server.ts', '../server/src/testing/ready-video.ts')).toEqual([])
    expect(broken('e2e/journeys/uploads.spec.ts', '../../server/src/testing/kinora.ts')).toHaveLength(1)
  })

  it('restrict react-aria-components to ui/', () => {
    expect(broken('console/src/ui/button.tsx', 'react-aria-components')).toEqual([])
    expect(broken('console/src/areas/library/parts/list.tsx', 'react-aria-components/Button')).toHaveLength(1)
  })
})
