// What screens of live recordings show. One file, because the shell names each file that loads later.
export { ClipList } from './clips/clip-list'
export { KnownRules } from './playback/known-rules'
export { PlaybackRulesDialog } from './playback/playback-rules-dialog'
export { RangeTimeline } from './timeline/range-timeline'
export { DeleteVideo } from './trash/delete-video'
