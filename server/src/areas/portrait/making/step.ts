import type { OpenVideo, Workspace } from '../../library/index.ts'
import { ContentGone, MediaRefused } from '../../library/index.ts'
import type { PortraitArea } from '../portrait.ts'
import {
  changeOpen,
  failPortrait,
  PortraitGone,
  type PortraitReason,
  type PortraitRun,
} from '../portraits/portrait-states.ts'
import type { PortraitRow } from '../portraits/tables.ts'

const REPORT_MS = 1000

/** A step that cannot succeed, also not when it is tried again. */
export class PortraitRefused extends Error {
  override readonly name = 'PortraitRefused'
  readonly reason: PortraitReason
  constructor(reason: PortraitReason) {
    super(reason)
    this.reason = reason
  }
}

/** A step of a portrait, with its original opened. */
export interface Step {
  readonly row: PortraitRow
  readonly video: OpenVideo
  /** The signal also aborts when the portrait was deleted or another request has replaced this one. */
  readonly workspace: Workspace
  /** Stores the progress of the step, 0 to 1. */
  readonly report: (progress: number) => void
}

/** Runs a step of a portrait with its original opened. Ends quietly if the portrait or the video is gone. */
export async function runStep(
  area: PortraitArea,
  run: PortraitRun,
  status: 'looking' | 'rendering',
  signal: AbortSignal,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  try {
    const from = status === 'looking' ? (['waiting', 'looking'] as const) : (['rendering'] as const)
    const row = await changeOpen(area.db, run, from, { status, progress: 0 })
    const source = { id: row.sourceId, environmentId: row.environmentId }
    const gone = new AbortController()
    const own = AbortSignal.any([signal, gone.signal])
    await area.library.withWholeVideo(source, own, (video, workspace) =>
      work({ row, video, workspace, report: reporter(area, run, status, gone) }),
    )
  } catch (error) {
    if (error instanceof ContentGone || error instanceof PortraitGone) return
    if (error instanceof MediaRefused) return failPortrait(area, run, error.id)
    if (error instanceof PortraitRefused) return failPortrait(area, run, error.reason)
    throw error
  }
}

function reporter(
  { db, log }: PortraitArea,
  run: PortraitRun,
  status: PortraitRow['status'],
  gone: AbortController,
) {
  let reportedAt = 0
  return (progress: number) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_MS) return
    reportedAt = now
    changeOpen(db, run, [status], { progress: Math.min(1, Math.max(0, progress)) }).catch((err: unknown) => {
      if (err instanceof PortraitGone) gone.abort(err)
      else log.warn({ err, portraitId: run.id }, 'the progress of a portrait was not stored')
    })
  }
}
