import type { PostAudience } from '@nofiller/contract/posts/post-rules'

export type DemoPost = {
  title: string
  body: string
  audience: PostAudience
  /** The label of the release that it is about. */
  release?: string
  daysAgo: number
}

/** What developers wrote about games, by their slug, the oldest first. */
export const posts: Record<string, readonly DemoPost[]> = {
  saltglass: [
    {
      title: 'How the harbor got its fog',
      body: '<p>The fog was a bug. A light that should have dimmed at dusk never did, and for a week the harbor stood in milk.</p><h2>Then we kept it</h2><p>Nobody who played it asked us to fix it. So now it has a timetable, like the ferry.</p>',
      audience: 'everyone',
      daysAgo: 26,
    },
    {
      title: 'A walk through the net loft, for those who live there',
      body: '<p>You own the house, so you may as well see the attic. The third drawer opens if you have been polite to the harbor master. It does not matter what you took from him.</p>',
      audience: 'owners',
      daysAgo: 5,
    },
    {
      title: 'Larger text, and a font that keeps still',
      body: '<p>1.6 lets you read the harbor at twice the size. It was the letter we got most often, so we answered it with a setting.</p>',
      audience: 'everyone',
      release: '1.6',
      daysAgo: 1,
    },
  ],
  'static-bloom': [
    {
      title: 'Every flower is a radio',
      body: '<p>We were asked what the flowers are tuned to. Mostly to each other. Two of them are tuned to you.</p>',
      audience: 'everyone',
      daysAgo: 12,
    },
  ],
  'velvet-orbit': [
    {
      title: 'Who works the fourth watch',
      body: '<p>The fourth watch was a joke in our notes for two years. Now you can take it.</p><h2>Why it is quiet</h2><p>Between two and six nobody knocks on your door. So we wrote what the ship says instead.</p>',
      audience: 'everyone',
      daysAgo: 3,
    },
  ],
}
