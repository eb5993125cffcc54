const code = /\.(?:ts|tsx|mjs|css|json)$/
const journey = /^e2e\/.*\.spec\.ts$/

/** The files whose tests Vitest looks for: code and files that code imports, without journeys. */
export function filesForVitest(changed) {
  return changed.filter((file) => code.test(file) && !file.startsWith('e2e/'))
}

/** The journeys of the changed files: changed journeys, and journeys named like a changed folder or file of the
 * server or the console (`…/library/clips/list.tsx` selects `clips.spec.ts`). */
export function journeysFor(changed, files) {
  const product = changed.filter((file) => /^(?:server|console)\/src\//.test(file))
  const names = new Set(product.flatMap((file) => file.replace(/(?:\.test)?\.\w+$/, '').split('/')))
  return files.filter((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1).replace('.spec.ts', '')
    return journey.test(file) && (changed.includes(file) || names.has(name))
  })
}
