import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../lib/paths.mjs'
import { drawMap, putMap } from './map.mjs'
import { codeSources } from './sources.mjs'

const file = inRoot('ARCHITECTURE.md')

it.runIf(existsSync(file))('is up to date in ARCHITECTURE.md (node scripts/map.mjs --write)', () => {
  const page = readFileSync(file, 'utf8')
  expect(page).toBe(putMap(page, drawMap(codeSources())))
})

it('shows the areas on their floors and the imports between them', () => {
  const map = drawMap([
    {
      path: 'server/src/areas/live/ingest/streams.ts',
      text: "import { a } from '../../library/index.ts'\nimport '@kinora/media'",
    },
    { path: 'server/src/areas/library/index.ts', text: "import { b } from '../../platform/log.ts'" },
    { path: 'server/src/areas/library/index.test.ts', text: "import { c } from '../../main.ts'" },
    {
      path: 'console/src/areas/library/uploads/list.tsx',
      text: "import type { Call } from '@kinora/contract'",
    },
    { path: 'contract/src/library/uploads.ts', text: "import { d } from '../identity/index.ts'" },
  ])
  expect(map.split('\n').map((line) => line.trim())).toEqual([
    '```mermaid',
    'flowchart BT',
    'contract',
    'console',
    'subgraph areas',
    'subgraph floor4["floor 4"]; library; end',
    'subgraph floor5["floor 5"]; live; end',
    'end',
    'areas --> media & platform',
    'console --> contract',
    'live --> library',
    '```',
    '',
  ])
})

it('replaces only the map of a page', () => {
  const page = 'before\n<!-- map:start -->\nold\n<!-- map:end -->\nafter\n'
  expect(putMap(page, 'new\n')).toBe('before\n<!-- map:start -->\nnew\n<!-- map:end -->\nafter\n')
  expect(putMap('no place', 'new\n')).toBeNull()
})
