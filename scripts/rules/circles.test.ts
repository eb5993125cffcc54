import { expect, it } from 'vitest'
import { importCircles } from './circles.mjs'
import { codeSources } from './sources.mjs'

function circles(imports: Record<string, string[]>): string[] {
  return importCircles(
    Object.entries(imports).map(([path, specifiers]) => ({
      path,
      text: specifiers.map((specifier) => `import type { X } from '${specifier}'`).join('\n'),
    })),
  )
}

it('do not exist in the repository', () => {
  expect(importCircles(codeSources())).toEqual([])
})

it('are found between two files and across several, each once', () => {
  const found = circles({
    'console/src/ui/menu.tsx': ['./menu-body'],
    'console/src/ui/menu-body.tsx': ['./menu', './popover'],
    'console/src/ui/popover.tsx': [],
    'server/src/a.ts': ['./b.ts', './d.ts'],
    'server/src/b.ts': ['./c.ts'],
    'server/src/c.ts': ['./a.ts', './b.ts'],
    'server/src/d.ts': ['node:fs'],
  })
  expect(found).toEqual([
    'import circle: console/src/ui/menu-body.tsx, console/src/ui/menu.tsx',
    'import circle: server/src/a.ts, server/src/b.ts, server/src/c.ts',
  ])
})

it('are found through the index of a folder, through a package and in one file', () => {
  const found = circles({
    'console/src/areas/identity/index.ts': ['./here'],
    'console/src/areas/identity/here.ts': ['../identity'],
    'contract/src/library/index.ts': ['./uploads.ts'],
    'contract/src/library/uploads.ts': ['@kinora/contract/library'],
    'media/src/ladder.ts': ['./ladder.ts'],
  })
  expect(found).toEqual([
    'import circle: console/src/areas/identity/here.ts, console/src/areas/identity/index.ts',
    'import circle: contract/src/library/index.ts, contract/src/library/uploads.ts',
    'import circle: media/src/ladder.ts',
  ])
})

it('are not formed by two files with a common import', () => {
  const diamond = {
    'a.ts': ['./b.ts', './c.ts'],
    'b.ts': ['./d.ts'],
    'c.ts': ['./d.ts', './b.ts'],
    'd.ts': [],
  }
  expect(circles(diamond)).toEqual([])
})
