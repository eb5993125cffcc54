import { defineFeature } from '../feature.ts'

/** The declarations that features of the area share. */
export const libraryFeature = defineFeature({
  modules: {
    Videos: ['Video'],
    DAM: ['Folder'],
    Settings: ['Encoding Profile'],
  },
  meters: {
    'encoding-hd': 'ms',
    'encoding-uhd': 'ms',
    'stored-time': 'ms-hours',
    'stored-bytes': 'byte-hours',
  },
  problems: {
    'content-not-ready': {
      status: 409,
      title: 'The status of the video does not allow this action',
    },
    'recording-has-no-source': { status: 409, title: 'A live recording has no source file' },
    'in-trash': { status: 409, title: 'This item is in the trash. Restore it first.' },
    'changed-since': { status: 409, title: 'This was changed again in the meantime' },
    'test-video': { status: 409, title: 'This action is not available for test videos' },
    'no-picture': { status: 409, title: 'This video has only audio' },
    'replacement-running': { status: 409, title: "This video's file is already being replaced" },
    'reencode-running': { status: 409, title: 'This video is already being re-encoded' },
    'image-too-small': { status: 422, title: 'The image is smaller than 75 × 60 pixels' },
    'time-beyond-end': { status: 422, title: 'Time exceeds video duration' },
    'codec-unavailable': { status: 422, title: 'This installation cannot encode this codec' },
  },
  messages: {
    clock: 'Please enter hh:mm:ss format',
    withinVideo: 'Please enter the time less than length of the video',
    socialLength: 'A social clip can be at most 10 minutes long',
    gifLength: 'A GIF can be at most 10 seconds long',
    stillAsPoster: 'Animated images cannot be the poster',
    url: 'Please enter valid url',
    urlRequired: 'URL required',
    playbackPolicy: 'Playback policy required',
    fileRequired: 'Please select a file to upload',
    watermarkRequired: 'Select an image',
    metadataValue: 'This value does not match the type',
    metadataKeyTwice: 'Each key can be used only once',
    tag: 'This field is required, please hit enter to add a tag',
  },
  eventGroups: {
    videos: ['asset'],
    files: ['upload', 'import'],
    tracks: ['subtitle', 'audio_track', 'thumbnail'],
    order: ['collection', 'encoding_profile'],
  },
})
