import type { Cases } from '../../../contract/test-case.ts'
import { png } from '../../../platform/ffmpeg/test-pictures.ts'

export const cases: Cases = {
  createSocialClip: ({ content, subtitle }) => ({
    body: {
      contentId: content.id,
      name: 'The goal, upright',
      startTime: 0,
      endTime: '00:00:00.4',
      aspectRatio: '9:16',
      fit: 'pad',
      color: '#102030',
      captions: subtitle.id,
      headline: 'What a goal',
      logo: { fileName: 'logo.png', file: png(80, 80).toString('base64'), corner: 'top-left', size: 20 },
    },
  }),
  getSocialClipOptions: () => ({}),
}
