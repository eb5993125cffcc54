export type { AdAudio, AdPlan, AdRendition } from './ads/ad-args.ts'
export { AD_AUDIO_NAME, adArgs, adBandwidth, adOutputName, planAd } from './ads/ad-args.ts'
export { audioLengths, liveAudioLengths } from './ads/audio-lengths.ts'
export type { Interstitial } from './ads/guided.ts'
export { guidedPlaylist, liveInterstitial } from './ads/guided.ts'
export type { AdPlace } from './ads/places.ts'
export { chapterArgs, parseChapters, parseScenes, SCENES_FILE, sceneArgs } from './ads/places.ts'
export type { Insertion, StitchSegment, StitchSource } from './ads/stitch.ts'
export { breakTime, nearestBoundary, readStitchSource, stitchedPlaylist } from './ads/stitch.ts'
export type { BreakSplice, LiveInsertion, LiveItem, LiveShift } from './ads/stitch-live.ts'
export {
  lastLiveItem,
  listReaches,
  liveItems,
  NO_SHIFT,
  shiftAfter,
  spliceBreak,
  stitchedLivePlaylist,
} from './ads/stitch-live.ts'
export type { Cut, Span } from './clips/cut.ts'
export { countFrames, holdOf, planCut } from './clips/cut.ts'
export {
  CUT,
  cutPacketArgs,
  edgeArgs,
  encodedCutArgs,
  joinArgs,
  middleArgs,
  pieceList,
} from './clips/cut-args.ts'
export { socialSize } from './clips/social.ts'
export { SOCIAL_LOGO, socialClipArgs } from './clips/social-args.ts'
export type { Caption } from './clips/social-text.ts'
export {
  captionsIn,
  glyphCheckArgs,
  glyphCheckText,
  hasMissingGlyphs,
  SOCIAL_TEXT,
  socialText,
} from './clips/social-text.ts'
export { testVideoArgs } from './clips/test-video-args.ts'
export type { AudioTrack } from './encode/audio-plan.ts'
export { AUDIO, asEncoded, planTrack } from './encode/audio-plan.ts'
export type { Encoding, VideoCodec } from './encode/encoding.ts'
export {
  BITRATE_FACTORS,
  ENCODERS,
  LOUDNESS_FILTERS,
  laterCodecsOf,
  STANDARD_ENCODING,
} from './encode/encoding.ts'
export type { Fit, FitMode, Size } from './encode/filters.ts'
export { fittedSize } from './encode/filters.ts'
export {
  audioCheckArgs,
  canFollowSegments,
  firstArgs,
  ladderArgs,
  RENDITION,
  strictAudioArgs,
  trackArgs,
} from './encode/hls-args.ts'
export type { Plan, Rung, VideoPlan } from './encode/ladder.ts'
export { planLadder } from './encode/ladder.ts'
export type { Loudness } from './encode/loudness.ts'
export { addLoudnessGains, loudnessArgs, parseLoudness } from './encode/loudness.ts'
export { mp4Args } from './encode/mp4-args.ts'
export type { SampleBits } from './encode/per-title.ts'
export { fittedPlan, PER_TITLE, planSamples, sampleBitsArgs, sampleSizes } from './encode/per-title.ts'
export type { Progress } from './encode/progress.ts'
export { progressReader } from './encode/progress.ts'
export { sampleArgs } from './encode/sample-args.ts'
export type { Overlay } from './encode/watermark.ts'
export type { AvcConfig } from './hls/avc-config.ts'
export { freeSetId, joinAvcConfigs, readAvcConfig, withAvcConfig } from './hls/avc-config.ts'
export { decodeEarlier, reorderTicksOf } from './hls/decode-times.ts'
export type { Fragment, InitTrack } from './hls/fmp4.ts'
export { codecsOf, parseFragments, parseInit } from './hls/fmp4.ts'
export type { MediaPlaylist } from './hls/hls.ts'
export {
  type AudioRendition,
  addToLines,
  addToTotals,
  bandwidthOf,
  mediaPlaylist,
  multivariantPlaylist,
  noSegmentLines,
  noSegmentTotals,
  parseMediaPlaylist,
  playlistText,
  type SegmentLines,
  type SegmentTotals,
  type SubtitleRendition,
  segmentStarts,
  type VideoRendition,
} from './hls/hls.ts'
export { type ImageRun, imageArgs } from './images/image-run.ts'
export type { SceneSegment } from './images/scenes.ts'
export { sceneSize, scenesVtt } from './images/scenes.ts'
export type { StillFormat } from './images/still-args.ts'
export {
  gifArgs,
  IMAGE_MAX_PIXELS,
  logoArgs,
  posterRun,
  scaledImageArgs,
  thumbnailArgs,
  uploadedImageArgs,
  uploadedLogoArgs,
  watermarkArgs,
} from './images/still-args.ts'
export type { Storyboard } from './images/storyboard.ts'
export { planStoryboard, storyboardRun, storyboardVtt } from './images/storyboard.ts'
export { waveformRun } from './images/waveform.ts'
export { liveAudioArgs } from './live/audio-args.ts'
export type { LevelMeter } from './live/audio-level.ts'
export { adtsFrame, audioSamplesArgs, createLevelMeter, LEVEL_STEP_SAMPLES } from './live/audio-level.ts'
export { breakMessages } from './live/break-messages.ts'
export { type Bridge, createBridge, type LastPicture } from './live/bridge.ts'
export type { AacFormat } from './live/codecs/aac.ts'
export { AAC_FRAME_SAMPLES, parseAacConfig, silentAacFrame } from './live/codecs/aac.ts'
export type { PictureSize } from './live/codecs/h264.ts'
export { avcCodec, highestAvcCodec } from './live/codecs/h264.ts'
export { configInFrames, pictureSizeOf } from './live/codecs/video.ts'
export { loopArgs, remuxArgs } from './live/file-source.ts'
export type { FlvTag } from './live/flv/flv-file.ts'
export { flvTagReader } from './live/flv/flv-file.ts'
export type { FlvResult, FlvSource } from './live/flv/flv-source.ts'
export { createFlvSource } from './live/flv/flv-source.ts'
export { createFlvTags, type FlvBody } from './live/flv/flv-tags.ts'
export type { LadderKeyframes, LiveRung } from './live/live-ladder.ts'
export { heldPictureArgs, liveLadderArgs, liveRungs, slateArgs, sourceRung } from './live/live-ladder.ts'
export { matroskaFrame, matroskaHead, opusHead } from './live/matroska.ts'
export { fragment, type Sample } from './live/mp4/fragment.ts'
export { audioInit } from './live/mp4/init-segment.ts'
export { createCuts } from './live/packaging/cuts.ts'
export type { Packaged, PackagedInit, PackagedPart } from './live/packaging/packaged.ts'
export type { Packager } from './live/packaging/packager.ts'
export { createPackager } from './live/packaging/packager.ts'
export { watchForPicture } from './live/picture-watch.ts'
export type { LiveMark, LiveMarkStyle, MessageMark } from './live/playlist/live-marks.ts'
export { initName, liveSegmentName } from './live/playlist/live-names.ts'
export type { Reach, WindowSegment } from './live/playlist/live-playlist.ts'
export type { LiveWindow } from './live/playlist/live-window.ts'
export { createLiveWindow } from './live/playlist/live-window.ts'
export { jpegReader, wallImageArgs } from './live/preview/wall-images.ts'
export { createRecentFrames } from './live/recent-frames.ts'
export type { RtcAddress, RtcLocal, RtcSource } from './live/rtc/description.ts'
export { candidatesIn, libraryOffer, readLibraryAnswer, rtcAnswer } from './live/rtc/description.ts'
export { createH264Reader, h264Payloads } from './live/rtc/h264-rtp.ts'
export type { RtcMedia, RtcOffer } from './live/rtc/offer.ts'
export { OFFER_LIMITS, readRtcOffer } from './live/rtc/offer.ts'
export type { OpusPacket } from './live/rtc/ogg-opus.ts'
export { oggOpusReader } from './live/rtc/ogg-opus.ts'
export { opusDurationS } from './live/rtc/opus-duration.ts'
export { createReorder } from './live/rtc/reorder.ts'
export { OPUS_PACKET_SAMPLES, rtcAudioArgs, rtcIngestArgs, rtcPictureSize } from './live/rtc/rtc-args.ts'
export {
  bitrateReport,
  keyRequest,
  lossReport,
  readRtcp,
  receiverReport,
  senderReport,
  shortNtp,
} from './live/rtc/rtcp.ts'
export type { RtpPacket } from './live/rtc/rtp.ts'
export { isRtcp, readRtp, writeRtp } from './live/rtc/rtp.ts'
export { createSourceClock } from './live/rtc/source-clock.ts'
export { scte35Cues } from './live/scte35-cues.ts'
export type {
  BadSourceCue,
  LiveAudioTrack,
  LivePacket,
  LiveSink,
  LiveTrack,
  LiveVideoTrack,
  SourceCue,
  SourceCueScope,
  SourceFault,
  SourceItem,
} from './live/source.ts'
export { LIVE_TICKS, sendItem } from './live/source.ts'
export { holdFirstInterval } from './live/start/first-interval.ts'
export { testSignalArgs } from './live/test-signal.ts'
export { readH264 } from './live/ts/h264.ts'
export { createPackedAudio, isPackedAudio } from './live/ts/packed-audio.ts'
export { createTsMuxer } from './live/ts/ts-muxer.ts'
export { createTsSource, type TsSource } from './live/ts/ts-source.ts'
export type { FaceTrack, Identity, KnownPerson } from './pictures/people.ts'
export { groupFaces } from './pictures/people.ts'
export type { TextLine } from './pictures/text-lines.ts'
export { chooseLines, isSureReading, textLanguages } from './pictures/text-lines.ts'
export { letterLooks, pgmOf, textPicture } from './pictures/text-picture.ts'
export type { GrayPicture } from './pictures/text-regions.ts'
export { textRegions } from './pictures/text-regions.ts'
export { lookArgs, seenSize } from './portrait/look-args.ts'
export type { Point, ShotPath } from './portrait/path.ts'
export type { PathPiece } from './portrait/pieces.ts'
export { planPieces } from './portrait/pieces.ts'
export { planPath } from './portrait/plan-path.ts'
export {
  joinPiecesArgs,
  PIECE_LIST,
  pieceArgs,
  portraitPieceList,
  stripRoom,
} from './portrait/render-args.ts'
export { salienceMeter } from './portrait/salience.ts'
export type { Box, Seen, SeenFrame } from './portrait/seen.ts'
export { SEEN_RATE } from './portrait/seen.ts'
export type { SeenText } from './portrait/text-strip.ts'
export { tracksOf } from './portrait/tracks.ts'
export { windowOf } from './portrait/window.ts'
export type { ImageHeader } from './probe/image-header.ts'
export { readImageHeader } from './probe/image-header.ts'
export type { Input } from './probe/input-args.ts'
export { durationArgs, firstFrameArgs, muxArgs } from './probe/input-args.ts'
export {
  hasPlausibleDuration,
  hasPlausibleRate,
  parseTail,
  ratePacketArgs,
  tailArgs,
  withMeasuredEnd,
  withMeasuredRate,
} from './probe/measured.ts'
export type { Packet, StreamPacket } from './probe/packets.ts'
export { allPacketArgs, packetArgs, packetsOf, parseAllPackets, parsePackets } from './probe/packets.ts'
export type { KeyframeSample } from './probe/passthrough.ts'
export { keyframeArgs, keyframeSampleOf } from './probe/passthrough.ts'
export type { Source, SourceAudio, SourceVideo, VideoSource } from './probe/probe.ts'
export { parseProbe, probeArgs } from './probe/probe.ts'
export { fps } from './probe/rational.ts'
export { refuse, withDecodableAudio } from './probe/refuse.ts'
export { SNIFF_BYTES, sniff, sniffAudio } from './probe/sniff.ts'
export { decodeScte35, encodeScte35 } from './scte35/codec.ts'
export { Scte35Fault } from './scte35/fault.ts'
export {
  deviceRestrictions,
  encryptionAlgorithms,
  sapTypes,
  segmentationTypes,
  upidTypes,
} from './scte35/names.ts'
export type { SpliceCommand, SpliceDescriptor, SpliceInsert } from './scte35/section.ts'
export { scte35Bytes } from './scte35/text.ts'
export { addPts } from './scte35/times.ts'
export type { Upid } from './scte35/upid.ts'
export { hexOf, upidsIn, upidText } from './scte35/upid.ts'
export { assToSrt } from './subtitles/ass-subtitles.ts'
export {
  closedCaptionArgs,
  closedCaptionProbeArgs,
  parseClosedCaptions,
} from './subtitles/closed-captions.ts'
export { plainText } from './subtitles/cue-text.ts'
export type { Cue, TextTrack } from './subtitles/cues.ts'
export { cueLimits, inOrder } from './subtitles/cues.ts'
export { cutCues } from './subtitles/cut-cues.ts'
export type { ParsedSubtitles } from './subtitles/parse-subtitles.ts'
export { parseSubtitles, tidyCue } from './subtitles/parse-subtitles.ts'
export type { SourceText } from './subtitles/text-tracks.ts'
export { parseTextTracks, textArgs, textName } from './subtitles/text-tracks.ts'
export type { Stretch } from './subtitles/write-subtitles.ts'
export { vttSegment, writeSrt, writeVtt } from './subtitles/write-subtitles.ts'
export { type PushedSegment, pushedPlaylist } from './transport/hls/pushed-playlist.ts'
export { createTsSegmenter, type TsSegment } from './transport/hls/ts-segmenter.ts'
export { createLoopWatch } from './transport/loop-watch.ts'
export { createPathMerge } from './transport/path-merge.ts'
export { createRateLimit } from './transport/rate-limit.ts'
export { createFecEncoder } from './transport/rtp/fec-encoder.ts'
export { readFec } from './transport/rtp/fec-packet.ts'
export { MPEG_TS_TYPE, readRtpPacket, writeRtpPacket } from './transport/rtp/rtp-packet.ts'
export { createRtpWindow } from './transport/rtp/rtp-window.ts'
export { createClockWatch } from './transport/standby/clock-watch.ts'
export { createReplay, type TimedPayload } from './transport/standby/replay.ts'
export {
  createSwitcher,
  type StreamSource,
  type SwitchReason,
  type SwitchWish,
} from './transport/standby/switcher.ts'
export { createTsSplice, type SplicedPayload, type TsSplice } from './transport/standby/ts-splice.ts'
export { createTsView, type TsView } from './transport/standby/ts-view.ts'
export { type AnalysedStream, createTsAnalyser } from './transport/ts-analyser.ts'
export {
  analysisArgs,
  FRAME_RATE,
  faceArgs,
  frameSize,
  SPEECH_RATE,
  searchedFramesArgs,
  settledFramesArgs,
} from './understanding/analysis-args.ts'
export type { ClipPlace } from './understanding/clips/clip-places.ts'
export { aroundWords, overlapOf } from './understanding/clips/clip-places.ts'
export type { ClipPart, ClipReason } from './understanding/clips/clip-scores.ts'
export type { ClipSuggestion } from './understanding/clips/clip-suggestions.ts'
export { suggestClips, suggestionLimits } from './understanding/clips/clip-suggestions.ts'
export { frequentWords } from './understanding/clips/clip-words.ts'
export type { SubtitledSentence } from './understanding/cue-sentences.ts'
export { sentencesOfCues } from './understanding/cue-sentences.ts'
export type { ExtractedMetadata } from './understanding/extracted-metadata.ts'
export { extractMetadata } from './understanding/extracted-metadata.ts'
export { smallFrames } from './understanding/frame-look.ts'
export {
  SKETCH_BYTES,
  SKETCH_SIGNS,
  sketcher,
  sketchLikeness,
  sketchSigns,
} from './understanding/picture-sketch.ts'
export { groupShots } from './understanding/scene-groups.ts'
export type { Shot } from './understanding/shots.ts'
export { shotDetector } from './understanding/shots.ts'
export type { SpokenWord } from './understanding/speech.ts'
export { sentencesOf, speechChunks, turnsOf, wordsOfPocketsphinx } from './understanding/speech.ts'
export { hasScriptOf, wordsOfAnswer } from './understanding/speech-answer.ts'
export { partsOfTokens } from './understanding/token-words.ts'
export { cuesOfSentences } from './understanding/transcript-cues.ts'
