// What screens of other areas show of videos. One file, because the shell names each file that loads later.
export { ClipList } from './clips/clip-list'
export { KnownRules } from './playback/known-rules'
export { PlaybackRulesDialog } from './playback/playback-rules-dialog'
export { Stage } from './playback/stage'
export { StageWithLane } from './playback/stage-with-lane'
export { FrameAt } from './timeline/frame-at'
export { RangeTimeline } from './timeline/range-timeline'
export { DeleteVideo } from './trash/delete-video'
