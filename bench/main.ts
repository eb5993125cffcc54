import { accountRows } from './accounts.ts'
import { adPlayingRows } from './ads/playing.ts'
import { stitchRows } from './ads-stitch.ts'
import { alertRows } from './alerts.ts'
import { analyticsRows } from './analytics.ts'
import { billingRows } from './billing.ts'
import { cuttingRows } from './cutting.ts'
import { deliveryRows } from './delivery.ts'
import { fairRows } from './fair-shares.ts'
import { memoryRow } from './footprint.ts'
import { libraryRows } from './library.ts'
import { listRows } from './list.ts'
import { costRows } from './live/cost.ts'
import { disconnectRows } from './live/disconnect.ts'
import { growthRows } from './live/growth.ts'
import { latencyRows } from './live/latency.ts'
import { monitoringRows } from './live/monitoring.ts'
import { relayRows } from './live/relay.ts'
import { viewerRows } from './live/viewers.ts'
import { perTitleRows } from './per-title.ts'
import { pictureRows } from './pictures.ts'
import { playableRows } from './playable.ts'
import { recordRows } from './records.ts'
import { openBench } from './tools/bench.ts'
import { planOf } from './tools/plan.ts'
import { type Row, tableOf } from './tools/table.ts'
import { cropRows } from './understanding/crops.ts'
import { findingRows } from './understanding/finding.ts'
import { searchRows } from './understanding/search.ts'
import { workingRows } from './understanding/working.ts'
import { uploadRows } from './uploads.ts'
import { webhookRows } from './webhooks.ts'

const plan = planOf(process.argv.slice(2))
const startedAt = performance.now()
const say = (what: string) => {
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${what}\n`)
}

const rows: Row[] = []
say('generating clips, starting Kinora')
const bench = await openBench(plan, process.env.NGINX_PATH ?? '')
try {
  const parts: [string, () => Promise<Row[]>][] = [
    ['idle memory', async () => [await memoryRow(bench, 'after the start')]],
    ['delivery', () => deliveryRows(bench)],
    ['uploads', () => uploadRows(bench)],
    ['from upload to playback', () => playableRows(bench)],
    ['cutting', () => cuttingRows(bench)],
    ['per-title', () => perTitleRows()],
    ['pictures', () => pictureRows(bench)],
    ['lists', () => listRows(bench)],
    ['search and folders', () => libraryRows(bench)],
    ['records', () => recordRows(bench)],
    ['webhooks', () => webhookRows(bench)],
    ['accounts', () => accountRows(bench)],
    ['fair shares', () => fairRows(bench)],
    ['analytics', () => analyticsRows(bench)],
    ['alerts', () => alertRows(bench)],
    ['billing', () => billingRows(bench)],
    ['live: latency', () => latencyRows(bench)],
    ['live: disconnect', () => disconnectRows(bench)],
    ['live: cost', () => costRows(bench)],
    ['live: viewers', () => viewerRows(bench)],
    ['live: monitoring', () => monitoringRows(bench)],
    ['live: recording', () => growthRows(bench)],
    ['live: relay', () => relayRows(bench)],
    ['ads: playing', () => adPlayingRows(bench)],
    ['ads-stitch', () => stitchRows(bench)],
    ['understanding: finding', () => findingRows()],
    ['understanding: crops', () => cropRows(plan.crops)],
    ['understanding: working', () => workingRows(bench)],
    ['understanding: search', () => searchRows(bench)],
    ['memory after the runs', async () => [await memoryRow(bench, 'after all runs')]],
  ]
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  for (const [name, measure] of parts) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    say(name)
    rows.push(...(await measure()))
  }
  say('done')
  if (plan.isQuick)
    console.log('\nClips and files of this run are short, so fixed costs weigh more than the targets allow.')
} finally {
  // Prints the results even if a later measurement failed.
  console.log(`\n${tableOf(rows)}`)
  await bench.close()
}
// Threads of the WebRTC library would keep the process.
process.exit()
