/** A sample answer of an ad server. */
export interface VastSample {
  readonly name: string
  readonly text: string
  /** Expected ads: ID and duration, or the URL of a wrapper. */
  readonly ads: readonly string[]
  /** Expected number of files and tracking URLs of each ad. */
  readonly counts: readonly (readonly [files: number, tracking: number])[]
}

/** Answers like those of common ad servers, in all VAST versions, with example hosts. */
export const vastSamples: readonly VastSample[] = [
  {
    name: 'VAST 2 inline with companions and a file for Flash',
    ads: ['229 15'],
    counts: [[2, 9]],
    text: `<?xml version="1.0" encoding="UTF-8"?>
<VAST version="2.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="vast.xsd">
<Ad id="229"><InLine><AdSystem version="2.0">2.0</AdSystem><AdTitle>Tea</AdTitle><Description></Description>
<Survey></Survey><Error><![CDATA[http://track.ads.example/e?c=[ERRORCODE]]]></Error>
<Impression id="i1"><![CDATA[http://track.ads.example/imp?r=[CACHEBUSTING]]]></Impression><Impression/>
<Creatives><Creative sequence="1" AdID="601364"><Linear><Duration>00:00:15</Duration><TrackingEvents>
<Tracking event="creativeView"><![CDATA[http://track.ads.example/view]]></Tracking>
<Tracking event="start"><![CDATA[http://track.ads.example/start]]></Tracking>
<Tracking event="midpoint"><![CDATA[http://track.ads.example/mid]]></Tracking>
<Tracking event="firstQuartile"><![CDATA[http://track.ads.example/1q]]></Tracking>
<Tracking event="thirdQuartile"><![CDATA[http://track.ads.example/3q]]></Tracking>
<Tracking event="complete"><![CDATA[http://track.ads.example/done]]></Tracking></TrackingEvents>
<AdParameters><![CDATA[a=1&b=<2>]]></AdParameters><VideoClicks>
<ClickThrough><![CDATA[http://tea.example/]]></ClickThrough>
<ClickTracking id="c"><![CDATA[http://track.ads.example/click]]></ClickTracking></VideoClicks><MediaFiles>
<MediaFile delivery="progressive" type="application/x-shockwave-flash" width="400" height="300" apiFramework="VPAID">
<![CDATA[http://cdn.ads.example/player.swf]]></MediaFile>
<MediaFile delivery="progressive" type="video/x-flv" bitrate="500" width="400" height="300" scalable="true"
 maintainAspectRatio="true"><![CDATA[http://cdn.ads.example/tea.flv]]></MediaFile>
<MediaFile delivery="progressive" type="video/mp4" bitrate="900" width="640" height="360">
<![CDATA[ http://cdn.ads.example/tea.mp4 ]]></MediaFile></MediaFiles></Linear></Creative>
<Creative sequence="1" AdID="601364-companion"><CompanionAds><Companion width="300" height="250">
<StaticResource creativeType="image/jpeg"><![CDATA[http://cdn.ads.example/tea.jpg]]></StaticResource>
</Companion></CompanionAds></Creative></Creatives></InLine></Ad></VAST>`,
  },
  {
    name: 'VAST 2 wrapper',
    ads: ['602833 > http://second.ads.example/vast?cb=[CACHEBUSTING]&u=%%PAGE%%'],
    counts: [[0, 4]],
    text: `<VAST version="2.0"><Ad id="602833"><Wrapper><AdSystem>Acudeo Compatible</AdSystem>
<VASTAdTagURI><![CDATA[http://second.ads.example/vast?cb=[CACHEBUSTING]&u=%%PAGE%%]]></VASTAdTagURI>
<Error>http://track.ads.example/wrapper/error</Error><Impression>http://track.ads.example/wrapper/imp</Impression>
<Creatives><Creative AdID="602833"><Linear><TrackingEvents>
<Tracking event="creativeView"></Tracking><Tracking event="start">http://track.ads.example/wrapper/start</Tracking>
</TrackingEvents><VideoClicks><ClickTracking>http://track.ads.example/wrapper/click</ClickTracking></VideoClicks>
</Linear></Creative></Creatives></Wrapper></Ad></VAST>`,
  },
  {
    name: 'VAST 3 pod with a price, skipping and an ad outside the pod',
    ads: ['pod-2 30', 'pod-1 15.25', 'spare 10'],
    counts: [
      [1, 4],
      [1, 2],
      [1, 1],
    ],
    text: `<VAST version="3.0"><Ad id="pod-2" sequence="2"><InLine><AdSystem>GDFP</AdSystem><AdTitle>Car &amp; Bus</AdTitle>
<Pricing model="CPM" currency="USD"><![CDATA[25.00]]></Pricing><Impression>https://p.ads.example/2</Impression><Creatives>
<Creative id="5789" sequence="1"><Linear skipoffset="00:00:05"><Duration>00:00:30</Duration><TrackingEvents>
<Tracking event="progress" offset="00:00:10"><![CDATA[https://p.ads.example/2/progress]]></Tracking>
<Tracking event="skip"><![CDATA[https://p.ads.example/2/skip]]></Tracking>
<Tracking event="fullscreen"><![CDATA[https://p.ads.example/2/full]]></Tracking></TrackingEvents>
<MediaFiles><MediaFile id="GDFP" delivery="progressive" width="1280" height="720" type="video/mp4" bitrate="2000"
 scalable="true" maintainAspectRatio="true"><![CDATA[https://cdn.ads.example/car.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives><Extensions><Extension type="waterfall" fallback_index="0"/>
<Extension type="geo"><Country>IN</Country></Extension></Extensions></InLine></Ad>
<Ad id="pod-1" sequence="1"><InLine><AdSystem>GDFP</AdSystem><AdTitle/><Error>https://p.ads.example/1/e</Error>
<Impression>https://p.ads.example/1</Impression><Creatives><Creative><Linear><Duration>00:00:15.250</Duration><MediaFiles>
<MediaFile delivery="streaming" type="application/x-mpegURL" width="0" height="0">https://cdn.ads.example/a.m3u8</MediaFile>
</MediaFiles></Linear></Creative></Creatives></InLine></Ad>
<Ad id="spare"><InLine><AdSystem>GDFP</AdSystem><AdTitle>Spare</AdTitle><Impression>https://p.ads.example/s</Impression>
<Creatives><Creative><Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile type="video/mp4" width="1" height="1"
 delivery="progressive">https://cdn.ads.example/s.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
  },
  {
    name: 'VAST 3 wrapper that allows pods and has a fallback',
    ads: ['w > https://exchange.example/rtb/vast?id=7&price=[PRICE]'],
    counts: [[0, 2]],
    text: `<?xml version='1.0' encoding='utf-8' standalone='yes'?><!-- exchange -->
<VAST version="3.0"><Ad id="w"><Wrapper followAdditionalWrappers="true" allowMultipleAds="1" fallbackOnNoAd="true">
<AdSystem><![CDATA[Exchange]]></AdSystem><Impression><![CDATA[https://exchange.example/imp]]></Impression>
<VASTAdTagURI>https://exchange.example/rtb/vast?id=7&amp;price=[PRICE]</VASTAdTagURI>
<Error>https://exchange.example/error/[ERRORCODE]</Error><Creatives/></Wrapper></Ad></VAST>`,
  },
  {
    name: 'VAST 4 with a universal ID, a mezzanine, verification and a namespace',
    ads: ['20001 16'],
    counts: [[2, 3]],
    text: `<VAST version="4.0" xmlns="http://www.iab.com/VAST" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<Ad id="20001" conditionalAd="false"><InLine><AdSystem version="4.0">iabtechlab</AdSystem>
<Error>https://track.ads.example/error</Error><Impression id="Impression-ID">https://track.ads.example/imp</Impression>
<Pricing model="cpm" currency="USD"><![CDATA[ 25.00 ]]></Pricing><AdTitle>VAST 4.0</AdTitle><AdVerifications>
<Verification><JavaScriptResource><![CDATA[https://verify.example/v.js]]></JavaScriptResource></Verification></AdVerifications>
<Advertiser>IAB Sample Company</Advertiser><Category authority="http://www.iabtechlab.com/categoryauthority">AD CONTENT</Category>
<Creatives><Creative id="5480" sequence="1"><UniversalAdId idRegistry="Ad-ID" idValue="8465">8465</UniversalAdId>
<Linear><TrackingEvents><Tracking event="start">https://track.ads.example/start</Tracking></TrackingEvents>
<Duration>00:00:16</Duration><MediaFiles><Mezzanine><![CDATA[https://cdn.ads.example/mezzanine.mov]]></Mezzanine>
<MediaFile id="5241" delivery="progressive" type="video/mp4" bitrate="2000" width="1280" height="720" minBitrate="1500"
 maxBitrate="2500" scalable="1" maintainAspectRatio="1" codec="H.264"><![CDATA[https://cdn.ads.example/high.mp4]]></MediaFile>
<MediaFile id="5244" delivery="progressive" type="video/mp4" bitrate="1000" width="854" height="480" codec="H.264">
<![CDATA[https://cdn.ads.example/mid.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
  },
  {
    name: 'VAST 4.1 no ad',
    ads: [],
    counts: [],
    text: `<VAST version="4.1"><Error><![CDATA[https://track.ads.example/noad?[ERRORCODE]]]></Error></VAST>`,
  },
  {
    name: 'VAST 4.2 wrapper behind which no wrapper may come',
    ads: ['20011 > https://second.ads.example/4.2'],
    counts: [[0, 2]],
    text: `<VAST version="4.2"><Ad id="20011" adType="video"><Wrapper followAdditionalWrappers="false" allowMultipleAds="true">
<AdSystem version="4.2">Test</AdSystem><Impression>https://track.ads.example/i</Impression>
<BlockedAdCategories authority="iabtechlab.com">232</BlockedAdCategories>
<Creatives><Creative id="1"><Linear><TrackingEvents><Tracking event="playerExpand">https://track.ads.example/x</Tracking>
<Tracking event="otherAdInteraction">https://track.ads.example/o</Tracking></TrackingEvents></Linear></Creative></Creatives>
<VASTAdTagURI><![CDATA[https://second.ads.example/4.2]]></VASTAdTagURI></Wrapper></Ad></VAST>`,
  },
  {
    name: 'VAST 4.3 with an SSAI file, closed captions and an interactive creative',
    ads: ['४३ 6.006'],
    counts: [[1, 2]],
    text: `\uFEFF<?xml version="1.0" encoding="utf-8"?>
<VAST version="4.3"><Ad id="४३" sequence="1" adType="video"><InLine><AdSystem>Kinora 🎬</AdSystem>
<Impression><![CDATA[https://track.ads.example/imp?g=[GDPRCONSENT]&a=[ADTYPE]]]></Impression><AdServingId>s-1</AdServingId>
<AdTitle><![CDATA[चाय]]></AdTitle><Expires>3600</Expires><ViewableImpression id="1"><Viewable>https://track.ads.example/v</Viewable>
</ViewableImpression><Creatives><Creative id="1" adId="2447226"><UniversalAdId idRegistry="unknown">unknown</UniversalAdId>
<Linear skipoffset="50%"><Duration>00:00:06.006</Duration><TrackingEvents>
<Tracking event="closeLinear">https://track.ads.example/close</Tracking>
<Tracking event="mute">https://track.ads.example/mute</Tracking></TrackingEvents>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1920" height="1080" bitrate="6000">
<![CDATA[https://cdn.ads.example/tea.mp4]]></MediaFile><InteractiveCreativeFile type="text/html" apiFramework="SIMID">
<![CDATA[https://cdn.ads.example/simid.html]]></InteractiveCreativeFile><ClosedCaptionFiles>
<ClosedCaptionFile type="text/vtt" language="hi"><![CDATA[https://cdn.ads.example/tea.vtt]]></ClosedCaptionFile>
</ClosedCaptionFiles></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
  },
]

/** A schedule of breaks. */
export const vmapSample = `<?xml version="1.0" encoding="UTF-8"?>
<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
<vmap:AdBreak timeOffset="start" breakType="linear" breakId="preroll"><vmap:AdSource id="preroll-1" allowMultipleAds="false">
<vmap:VASTAdData><VAST version="3.0"/></vmap:VASTAdData></vmap:AdSource></vmap:AdBreak>
<vmap:AdBreak timeOffset="00:00:15.000" breakType="linear" breakId="mid"><vmap:AdSource followRedirects="true">
<vmap:AdTagURI templateType="vast3"><![CDATA[https://ads.example/tag?pos=2]]></vmap:AdTagURI></vmap:AdSource>
</vmap:AdBreak></vmap:VMAP>`
