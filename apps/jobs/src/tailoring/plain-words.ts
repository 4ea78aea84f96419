/**
 * Words with which a line of a resume may begin although the original does not have them: what people did, and what
 * joins sentences. Any other word that begins with a capital is taken for a name.
 */
export const plainWords: ReadonlySet<string> = new Set(
  `a about accelerated accomplished achieved across adapted added additional additionally administered advanced advised
  after all also always am an analysed analyzed and applied architected are as assisted at authored automated based
  being both bringing built by can championed clear coached collaborated combined committed communicated comfortable
  completed conceived conducted configured consistently consolidated contributed coordinated created currently
  debugged decreased dedicated deep defined delivered demonstrated deployed described designed detailed developed
  directed documented doing drove during each earlier eliminated enabled engineered enhanced ensured ensuring
  established evaluated executed expanded experience experienced extended facilitated focused followed for founded from
  further gained guided handled has have having helped hands he her his identified i implemented improved improving in
  including increased initiated integrated introduced investigated it its key known launched leading learned led
  leveraged leveraging maintained made managed mentored migrated modernised modernized monitored motivated moved
  my of on operated optimised optimized orchestrated organised organized our over overhauled overall oversaw owned
  participated passionate performed pioneered planned played prepared presented previously prioritised prioritized
  produced professional profile promoted proven provided raised ran reduced refactored refined relevant replaced
  reported resolved responsible restructured reviewed rewrote scaled seasoned secured selected served set shaped
  she shipped simplified skilled skills solid solved spearheaded specialised specialized standardised standardized
  started strengthened strong streamlined successfully summary supervised supported taught team tested that the their
  then they this through throughout to together trained transformed troubleshot turned under unified updated upgraded
  used using validated was we well were when where which while who with within work worked working wrote you`.split(
    /\s+/,
  ),
);
