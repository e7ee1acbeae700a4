/** Where the domain cannot be found or takes no mail at all. */
import { anyOf, sequence } from '../../../lib/patterns.ts'
import { type Rule, rule } from '../rule.ts'

export const dns: readonly Rule[] = [
  rule(
    /\bnull ?-?mx\b|\bnullmx\b|\bdomain (?:does(?: not|n't)|never) (?:accept|receive)s? (?:e-?mail|mail|messages)|\bhost does not accept mail|\bno ?mail ?service (?:for|at)/,
    'RFC 7505, 7504',
    '556 5.1.10 Recipient address has a null MX',
  ),
  rule(
    anyOf([
      /\b(?:host|hostname|host name|server name) (?:<a> |[\w.-]{1,253} )?(?:is )?(?:unknown|not found|was not found|not known|lookup (?:failed|did not))/,
      /\bunknown (?:mail )?host\b|\bno such host|\billegal host\/domain name|\bcouldn't find any host/,
      /\bcould not (?:find|resolve)(?:[^.;]|\.\b){0,40}\bhost|\bhost or domain name not found/,
      /\bname (?:service|server) error|\bname or service not known|\bnodename nor servname/,
      /\bno address associated with|\bmalformed (?:or unexpected )?(?:name ?server|dns)|\bhost name lookup/,
      /\bunable to (?:resolve|lookup|look up|find)(?:[^.;]|\.\b){0,40}\b(?:host|domain|mx|dns|name|route|gateway)\b/,
      /\bcould not find a (?:gateway|route)/,
    ]),
    'Postfix, sendmail, qmail',
    'Host or domain name not found. Name service error for name=nosuch.example type=A: Host not found',
  ),
  rule(
    anyOf([
      sequence([
        /\b(?:recipient |destination |mail |e-?mail |this |the |remote |email address )?domain(?: name)? /,
        /(?:<a> |"?[\w.-]{1,253}"? )?/,
        [
          /(?:does not|doesn't|do not|didn't) (?:exist|resolve|have)/,
          /(?:is |was |could )?not (?:be )?(?:found|resolv|exist|known|valid|recogni[sz]ed|registered|reachable|available|configured)/,
          /(?:is )?unknown|is invalid|has no (?:mx|mail|valid|a record)|couldn't be found/,
          /isn't (?:found|valid|known)|not\s?found|expired|lookup failed|has expired/,
        ],
      ]),
      /\bnon-?existent domain/,
      /\bdomain (?:mentioned|specified|given|named|used|part) (?:in|of|as)\b(?:[^.;]|\.\b){0,40}\b(?:unknown|invalid|not (?:known|valid|found|exist))/,
      /\bdomain must exist\b|\breserved by rfc ?2606|\bunknown (?:recipient |mail )?domain|\binvalid domain/,
      /\bno such domain|\bbad domain|\bdomain not found|\bdnsdomaindoesnotexist|\bdomain_?not_?found/,
      /\bdns(?:domain)?(?:not|doesnot)exist/,
    ]),
    'MTAs in general',
    "The domain nosuch.example couldn't be found",
  ),
  rule(
    anyOf([
      /\bunrouteable mail domain|\bunroutable (?:mail )?domain|\ball host address lookups failed/,
      /\ball relevant mx records|\blowest numbered mx/,
      /\bmx (?:records? )?(?:lookup|points? to|for [\w.-]{1,253} (?:not|point))/,
      /\bno (?:valid )?(?:mx|a|dns|mail exchanger|mail server)(?: host)?(?: or a| \/ a| or aaaa|,? a)? ?(?:records?|hosts?|entry|found|for)\b/,
      /\bno mx or a\b|\bcname (?:lookup|loop)/,
      /\b(?:dns|mx) (?:records?|entr(?:y|ies)) (?:for|of)\b(?:[^.;]|\.\b){0,60}\bnot (?:be )?found/,
      /\bdnssec\b|\bmail ?exchanger(?:[^.;]|\.\b){0,30}(?:not|no|invalid|unknown|point)/,
      /\bdns (?:error|query|lookup|server|failure|resolution|problem|soft|hard)(?:[^.;]|\.\b){0,60}/,
      /\bnxdomain|\bservfail|\binfodomain nonexistent|\bnonexistent\b(?:[^.;]|\.\b){0,20}domain/,
      /\bresolution failed/,
    ]),
    'Exim, Exchange',
    'all relevant MX records point to non-existent hosts',
  ),
  rule(
    /\bdomain of (?:the |this )?(?:user|recipient) (?:is )?(?:unknown|not)\b|\bdomain (?:[\w-]{1,63}(?:\.[\w-]{1,63}){1,5} )?(?:is|has been|was) (?:no longer|inactive|disabled|deactivated|deleted|closed)\b/,
    'hosters: the domain is meant, not who lives there',
    "550 recipient's domain is no longer active",
  ),
  rule(
    anyOf([
      /\bno (?:mail )?servers? for (?:this|that|the) domain/,
      /\bdomain (?:is )?not (?:hosted|local|handled|served|here)/,
      /\bnot (?:responsible|an? mail ?(?:server|host)) for/,
      /\b(?:do not|don't) (?:handle|accept|host|serve) (?:e-?mail|mail|messages) for (?:(?:this |that |the )?(?:domain|host)|[\w-]{1,63}\.[\w.-]{1,253})/,
      /\bno local (?:domain|host) by that name|\bnot (?:a )?local (?:host|domain)|\bunable to route/,
      /\bcannot route|\bno route to (?:domain|the domain)|\brouting (?:error|loop to domain)/,
      /\bbad destination (?:system|host)/,
    ]),
    'hosters',
    "550 5.1.2 We don't handle mail for this domain",
  ),
  rule(
    anyOf([
      sequence([
        /\b(?:domain|domane|domaine|dominio|dominiu\w{0,2}|domein|domen[ay]|domanen?)\b(?:[^.;]|\.\b){0,60}/,
        [
          /nicht gefunden|existiert nicht|unbekannt|n'existe pas|introuvable|inconnu|no existe/,
          /no se (?:ha )?encontr|non esiste|non trovat|nao existe|nao (?:foi )?encontrad|ine[sx]istent/,
          /n'a pas ete trouve|bestaat niet|niet gevonden|nie istniej|neexistuj|finns inte|findes ikke|nu exista/,
        ],
      ]),
      /домен(?:[^.;]|\.\b){0,40}(?:не существует|не наиден)|ドメイン[^。]{0,30}(?:見つかりません|存在しま)/,
      /域名?[^。]{0,20}(?:不存在|找不到|无效)|도메인[^。]{0,30}(?:없|존재하지)/,
    ]),
    'localised reports',
    'Die Domäne nosuch.example existiert nicht',
  ),
]
