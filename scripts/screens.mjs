import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildConsole } from './build-console.mjs'
import { runMain } from './lib/failure.mjs'
import { inRoot } from './lib/paths.mjs'
import { setup } from './setup.mjs'
import { measureMachine } from './suites/patience.mjs'
import { journeys } from './suites/suites.mjs'

const folder = inRoot('reports/screens')

/** Takes pictures of every screen in several looks, and shows them side by side in `reports/screens/index.html`. */
runMain(async () => {
  await setup({ forTests: true })
  await buildConsole()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  process.env.KINORA_SCREENS = folder
  const { patience } = await measureMachine()
  const { counts } = await journeys.run(patience, ['screens'])
  const looks = readdirSync(folder)
  const screens = [...new Set(looks.flatMap((look) => readdirSync(path.join(folder, look))))].sort()
  writeFileSync(path.join(folder, 'index.html'), contactSheet(looks, screens))
  console.log(`${screens.length} screens in ${looks.length} looks: ${path.join(folder, 'index.html')}`)
  process.exitCode = counts.failed === 0 ? 0 : 1
})

/** @param {string[]} looks @param {string[]} screens */
function contactSheet(looks, screens) {
  const rows = screens.map((screen) => {
    const cells = looks.map((look) => {
      const file = `${look}/${screen}`
      const picture = existsSync(path.join(folder, file))
        ? `<a href="${file}"><img src="${file}" loading="lazy"></a>`
        : ''
      return `<td>${picture}</td>`
    })
    return `<tr><th>${path.basename(screen, '.png')}</th>${cells.join('')}</tr>`
  })
  const heads = looks.map((look) => `<th>${look}</th>`).join('')
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:14px system-ui;background:#888}th{text-align:start;vertical-align:top;padding:8px}
td{vertical-align:top;padding:4px}img{max-width:420px;display:block}</style>
<table><tr><th></th>${heads}</tr>${rows.join('')}</table>`
}
