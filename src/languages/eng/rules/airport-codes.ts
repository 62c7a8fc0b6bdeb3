/** Codes of airports, those that could be taken for a word or for part of one among them. */
export const AIRPORT_CODES: ReadonlySet<string> = new Set(
  `abq abz acc ace acv adb add adl agp akl alb amm ams anc arn ath atl auh aus avl avp bcn bdl beg ber bfs bgi bgr bgy bhm bhx bil bkk
  bld blr bna bne bod bog boi bom bos bru brs btr btv bud buf bur bwi cae cai can cdg cgk cgn chs cia cid clt cle clo cmh cpt crw cun
  cvg dab dal day dca del den dfw dia dmk doh dps drs dsm dtw dub dus dxb ege elp ewr eze ezr fai fat fco fit fll flo fra gdl geg gig
  gla gnv grr gru gso gsp gva ham han hel hkg hki hnd hnl hou hpn hsv iad iah icn ilm ind isp ist jan jax jed jfk jnb kef kin kix ktm kul
  las lax lbb led lex lga lgb lgw lhr lim lin lis lit lon los ltn lun lyr lys mad man mba mci mco mdw mel mem mex mia mke mle mnl mob
  mrs msn msp msy muc mxp myr nan nap nas nbo nce ngo nrt oak ogg okc oma ont opo ord orf ory osl pac pbi pdx pek per phl phx pie pit
  pmi pnh pos prg psp pty pvd pvg pvr pwm rdu ric rix rno roc rom rsw ruh san sat sav sba scl sdf sea sfo sgn sha sin sit sjc sjo sju sky
  slc sma smf sna sof stl str stn sun svo syd syr szx tas tlh tlv tol tpa tpe trd tul tus tyo tys van vce vie waw wlg xna yeg yow yul yvr yyc yyz
  zag zrh`.split(/\s+/),
)
