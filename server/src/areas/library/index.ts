import { type Content, type createClipBody, libraryCalls, type Subtitle } from '@kinora/contract'
import type { Cue, Span } from '@kinora/media'
import type * as z from 'zod/mini'
import { defineArea, openFeatures } from '../../platform/area.ts'
import type { Caller } from '../../platform/auth.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Playback } from '../delivery/index.ts'
import { type Alongside, createVisibleClip, cutRecording } from './clips/clips.ts'
import { nameVideoFiles, type VideoFile, withVideoFile } from './clips/video-files.ts'
import {
  lockReadyVideo,
  lockVideo,
  type OpenVideo,
  type ReadyVideo,
  withWholeVideo,
} from './clips/whole-video.ts'
import type { ContentRef } from './contents/content-view.ts'
import { adderOf, getVisibleContent, loadContentView } from './contents/contents.ts'
import type { VideoScope } from './contents/visibility.ts'
import type { Workspace } from './contents/workspace.ts'
import { downloadSource } from './downloads/download-answers.ts'
import { features } from './features.gen.ts'
import { getCollection } from './folders/collections.ts'
import { readPoster } from './images/stored-thumbnails.ts'
import { hideIds } from './limited-roles/hidden-ids.ts'
import { videoLimit } from './limited-roles/visible-objects.ts'
import { videoFinder } from './playback/video-finder.ts'
import { videoSource } from './playback/video-source.ts'
import { archiveRecording } from './recordings/archive-recording.ts'
import { type AddedFile, type AddedVideo, addFile, addVideo } from './replace/added-videos.ts'
import { type Among, listClipsAmong, listRecordings, viewContents } from './search/content-list.ts'
import { type FoundFilter, findContentIds } from './search/found-contents.ts'
import { listCaptionFiles } from './subtitles/caption-files.ts'
import {
  addSubtitles,
  type DeliveredSubtitle,
  readSubtitle,
  type SubtitleFile,
} from './subtitles/delivered-subtitles.ts'
import { subtitleView } from './subtitles/subtitle-view.ts'
import { createSubtitleOfCues, type SubtitleFields } from './subtitles/subtitles.ts'
import { findUpload } from './uploads/found-upload.ts'
import { partRoute } from './uploads/part-route.ts'
import { type Uploads, uploadHandlersOf } from './uploads/upload-handlers.ts'
import { createByUrl } from './uploads/url-uploads.ts'

export type { OpenVideo, ReadyVideo } from './clips/whole-video.ts'
export type { ContentRef } from './contents/content-view.ts'
export { contentChannel } from './contents/notify.ts'
export { partOf } from './contents/part-of.ts'
export { normalizeRestrictions, unrestricted } from './contents/restrictions.ts'
export { assertProfileExists, getProfileRungs } from './encoding-profiles/chosen-profile.ts'
export { getOwnPlayback, getVideoFacts, type VideoFacts } from './playback/video-facts.ts'

type ClipRequest = z.output<typeof createClipBody>

declare module '../../platform/area.ts' {
  interface Offers {
    /** Videos and recordings, for the areas above. */
    readonly library: {
      resolveVideo(playbackId: string): Promise<Playback | null>
      /** Cuts a clip, like the call `createClip`. @throws its problems
       * @param alongside more work in the transaction that creates it. If it throws, there is no clip. */
      createClip(
        caller: Caller,
        contentId: string,
        clip: ClipRequest,
        origin: string,
        alongside?: Alongside,
      ): Promise<Content>
      /** Cuts a video from a recording for a person who is not calling. A repeated call with the same ID changes nothing.
       * @param span seconds of the recording; what it does not have is left out
       * @returns false if it has nothing of the span */
      cutRecording(
        recording: ContentRef,
        span: Span,
        video: Parameters<typeof cutRecording>[3],
      ): Promise<boolean>
      /** Lists recordings, newest first. @param among content IDs, as a subquery */
      listRecordings(
        scope: VideoScope,
        query: Parameters<typeof listRecordings>[2],
        among: Among,
        origin: string,
      ): ReturnType<typeof listRecordings>
      /** A recording of a live stream. @throws problem not-found also if the role hides it */
      getRecording(scope: VideoScope, contentId: string, origin: string): Promise<Content>
      /** The clips of these contents, newest first. @param among content IDs, as a subquery */
      listClips(
        scope: VideoScope,
        page: Parameters<typeof listClipsAmong>[2],
        among: Among,
        origin: string,
      ): ReturnType<typeof listClipsAmong>
      /** Keeps a recording as a video. @throws problem not-found, in-trash, content-not-ready */
      archiveRecording(caller: Caller, contentId: string, origin: string): Promise<Content>
      /** Finds a video that the caller's role shows. @throws problem not-found */
      findVideo(scope: VideoScope, contentId: string): Promise<ContentRef>
      /** Locks a ready video until the transaction ends. @throws problem not-found, content-not-ready, in-trash */
      lockReadyVideo(tx: Transaction, scope: VideoScope, contentId: string): Promise<ReadyVideo>
      /** Creates a draft subtitle. @throws problem not-found, in-trash, subtitle-limit */
      createSubtitle(
        caller: Caller,
        contentId: string,
        fields: SubtitleFields,
        cues: readonly Cue[],
      ): Promise<Subtitle>
      /** Finds a folder of the environment. @throws problem not-found */
      findFolder(environmentId: string, id: string): Promise<unknown>
      /** IDs of the contents whose title, tags, description or metadata have all words of a phrase, newest first. */
      findContentIds(scope: VideoScope, filter: FoundFilter, phrase: string, limit: number): Promise<string[]>
      /** Locks a video until the transaction ends. Returns its status. @throws problem not-found, in-trash */
      lockVideo(tx: Transaction, scope: VideoScope, contentId: string): Promise<Content['status']>
      /** The upload of the file of a video. @throws problem not-found also if the role hides the video */
      findUpload(scope: VideoScope, uploadId: string): Promise<{ contentId: string; fileName: string }>
      /** Creates a video from a URL. @param extend changes rows of another area in the same transaction
       * @throws problem url-not-allowed, storage-full, codec-unavailable */
      createByUrl(
        caller: Caller,
        video: { readonly url: string; readonly title: string },
        extend: (tx: Transaction, contentId: string) => Promise<void>,
      ): Promise<void>
      /** Adds a file of a job as a video like another one, or as the new file of the video with this ID. Another area's
       * rows change in the same transaction. @throws problem in-trash, content-not-ready, ContentGone */
      addVideo(
        origin: ContentRef,
        video: AddedVideo,
        workspace: Workspace,
        file: string,
        extend: (tx: Transaction) => Promise<void>,
      ): Promise<void>
      /** Adds a file of a job as a new video. Another area's rows change in the same transaction.
       * @throws problem wallet-empty, spend-cap-reached, not-found, codec-unavailable */
      addFile(
        environmentId: string,
        video: AddedFile,
        workspace: Workspace,
        file: string,
        extend: (tx: Transaction, contentId: string) => Promise<void>,
      ): Promise<void>
      /** Reads a subtitle file that arrived with a video. @throws problem subtitle-unreadable, TaskFailed */
      readSubtitle(file: SubtitleFile): Promise<DeliveredSubtitle>
      /** Publishes subtitles of a video. @throws problem not-found, in-trash */
      addSubtitles(
        tx: Transaction,
        content: ContentRef,
        subtitles: readonly DeliveredSubtitle[],
      ): Promise<void>
      /** The contents that exist and that the caller's role shows, by ID. */
      viewContents(scope: VideoScope, ids: readonly string[], origin: string): Promise<Map<string, Content>>
      /** The poster of a video. @throws problem not-found */
      readPoster(content: ContentRef): ReturnType<typeof readPoster>
      /** The published subtitles of a video as WebVTT, oldest first. */
      listCaptionFiles(content: ContentRef): ReturnType<typeof listCaptionFiles>
      /** The names of the files of a video for other systems. @throws problem not-found, MediaRefused */
      nameVideoFiles(content: ContentRef): ReturnType<typeof nameVideoFiles>
      /** Opens a file of a video for another system. @param run gets its path. @throws MediaRefused, ContentGone */
      withVideoFile<T>(
        content: ContentRef,
        file: VideoFile,
        signal: AbortSignal,
        run: (path: string) => Promise<T>,
      ): Promise<T>
      /** Opens a whole video or recording as a file in a workspace. @throws MediaRefused, ContentGone */
      withWholeVideo<T>(
        content: ContentRef,
        signal: AbortSignal,
        run: (video: OpenVideo, workspace: Workspace) => Promise<T>,
      ): Promise<T>
    }
  }
}

export { ContentGone, type Workspace, withWorkspace } from './contents/workspace.ts'
export { cancelRemoval, scheduleRemoval } from './files/removals.ts'
export { derivedKey, segmentKey as recordedSegmentKey } from './files/storage-keys.ts'
export { assertCollectionNotTrashed } from './folders/collections.ts'
export { storeUploadedImage } from './frames/uploaded-image.ts'
export { getLoopVideo, openLoopFile } from './ingest/loop-video.ts'
export {
  countRecordedSegments,
  createRecording,
  dropShortRenditions,
  finishRecording,
  getRecordedDuration,
  getRecordingPlaybackId,
  openRecordingTrack,
  type RecordedRendition,
  type RecordedSegment,
  type RecordingTrack,
  recordTogether,
} from './recordings/recordings.ts'
export { type ContentPlace, contentPlaces, foldersAbove } from './search/content-places.ts'
export {
  contentDurations,
  contentTitles,
  showsContent,
  showsKeptContent,
  videosAmong,
  visibleContentDuration,
  visibleContentIds,
} from './search/content-titles.ts'
export { type FoundFilter, findsContent, isFound } from './search/found-contents.ts'
export { MediaRefused } from './sources/analyze.ts'
export type { DeliveredSubtitle } from './subtitles/delivered-subtitles.ts'
export { findPublishedCues } from './subtitles/subtitle-view.ts'
export { encodedLength, storedUse } from './usage/usage.ts'

export const library = defineArea({
  name: 'library',
  contract: libraryCalls,
  open(platform, { authenticator, activity, delivery }) {
    const opened: Uploads = { ...platform, authenticator, uploadHandlers: uploadHandlersOf(features) }
    activity.limitObjects(videoLimit)
    activity.findVideos(videoFinder(opened))
    const videos = videoSource(opened)
    delivery.register(videos)
    delivery.registerDownloads(downloadSource(opened))
    const { disk, secret } = platform.parts
    return openFeatures(features, opened, {
      hideIds: hideIds(opened),
      offers: {
        library: {
          resolveVideo: (playbackId) => videos.resolve(playbackId, null),
          createClip: async (caller, contentId, clip, origin, alongside) =>
            loadContentView(
              opened,
              await createVisibleClip(opened, caller, contentId, clip, alongside),
              origin,
            ),
          cutRecording: (...request) => cutRecording(opened, ...request),
          listRecordings: (...request) => listRecordings(opened, ...request),
          getRecording: async (scope, contentId, origin) =>
            loadContentView(opened, await getVisibleContent(opened.db, scope, contentId), origin),
          listClips: (...request) => listClipsAmong(opened, ...request),
          archiveRecording: async (caller, contentId, origin) =>
            loadContentView(opened, await archiveRecording(opened, caller, contentId), origin),
          findVideo: async (scope, contentId) => {
            const { id, environmentId } = await getVisibleContent(opened.db, scope, contentId)
            return { id, environmentId }
          },
          lockReadyVideo,
          createSubtitle: async (...request) => subtitleView(await createSubtitleOfCues(opened, ...request)),
          findFolder: (environmentId, id) => getCollection(opened.db, environmentId, id),
          findContentIds: (...request) => findContentIds(opened, ...request),
          lockVideo,
          findUpload: (...request) => findUpload(opened.db, ...request),
          async createByUrl({ actor, scope }, video, extend) {
            const given = { ...video, ...adderOf(actor), playbackPolicy: 'public' } as const
            await createByUrl(opened, scope.environmentId, given, (tx, { id }) => extend(tx, id))
          },
          addVideo: (...request) => addVideo(opened, ...request),
          addFile: (...request) => addFile(opened, ...request),
          readSubtitle: (file) => readSubtitle(opened, file),
          addSubtitles: (...request) => addSubtitles(opened, ...request),
          viewContents: (...request) => viewContents(opened, ...request),
          readPoster: ({ id, environmentId }) => readPoster(opened, environmentId, id),
          listCaptionFiles: (content) => listCaptionFiles(opened, content),
          nameVideoFiles: (content) => nameVideoFiles(opened, content),
          withVideoFile: (...request) => withVideoFile(opened, ...request),
          withWholeVideo: (...request) => withWholeVideo(opened, ...request),
        },
      },
      routes: {
        web(server) {
          if (disk !== null) partRoute(opened, server, disk, secret)
        },
      },
    })
  },
})
