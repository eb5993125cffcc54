const code = /\.(?:ts|tsx|mjs|css|json)$/
const journey = /^e2e\/.*\.spec\.ts$/

/** The files that Vitest looks for the tests of: code and what code imports, journeys left out. */
export function filesForVitest(changed) {
  return changed.filter((file) => code.test(file) && !file.startsWith('e2e/'))
}

/** The journeys that belong to the changed files: those that changed, and those named like a folder or file of the
 * server or the console that changed (`…/library/clips/list.tsx` belongs to `clips.spec.ts`). */
export function journeysFor(changed, files) {
  const product = changed.filter((file) => /^(?:server|console)\/src\//.test(file))
  const names = new Set(product.flatMap((file) => file.replace(/(?:\.test)?\.\w+$/, '').split('/')))
  return files.filter((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1).replace('.spec.ts', '')
    return journey.test(file) && (changed.includes(file) || names.has(name))
  })
}
