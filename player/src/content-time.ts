/** The time of the video itself, without ads. */
export interface ContentTime {
  /** Seconds. During an ad, where the video goes on. */
  now(): number
  /** Playback begins at this time. Returns where that is for the player, in seconds: ads may come first. */
  begin(contentS: number): number
  isAd(): boolean
  /** An ad plays in place of the video, so the events of the element are not those of the video. */
  isReplaced(): boolean
  /** The video has been played to its end. Ads may come after it. */
  isOver(): boolean
}

/** The content time of a video. After `follow`, it accounts for ads. */
export interface FollowedTime extends ContentTime {
  /** @param time null if there are no ads */
  follow(time: ContentTime | null): void
}

export function contentTimeOf(video: HTMLVideoElement): FollowedTime {
  let followed: ContentTime | null = null
  return {
    now: () => followed?.now() ?? video.currentTime,
    begin: (contentS) => followed?.begin(contentS) ?? contentS,
    isAd: () => followed?.isAd() ?? false,
    isReplaced: () => followed?.isReplaced() ?? false,
    isOver: () => followed?.isOver() ?? video.ended,
    follow(time) {
      followed = time
    },
  }
}
