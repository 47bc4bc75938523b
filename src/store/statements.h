/* The statements: STATEMENT(name, text). Included by database.h for the names and by database.c for the texts. No other
 * file contains SQL, except for the tables themselves in schema.c. */
STATEMENT(BEGIN_READ, "BEGIN")
STATEMENT(BEGIN_WRITE, "BEGIN IMMEDIATE")
STATEMENT(COMMIT, "COMMIT")
STATEMENT(ROLLBACK, "ROLLBACK")
STATEMENT(FIND_SITTINGS, "SELECT id FROM sitting WHERE rules_hash = ?1 AND w = ?2 AND h = ?3 AND id NOT IN"
                         " (SELECT running.sitting FROM running JOIN game ON id = game WHERE deleted)"
                         " ORDER BY touched DESC, id DESC")
STATEMENT(NEXT_SITTING, "SELECT ifnull(max(id), 0) + 1 FROM sitting")
STATEMENT(ADD_SITTING, "INSERT INTO sitting (id, rules_hash, w, h, position, touched)"
                       " VALUES (?1, ?2, ?3, ?4, 0, 0)")
STATEMENT(READ_POSITION, "SELECT position FROM sitting WHERE id = ?1")
STATEMENT(TOUCH_SITTING, "UPDATE sitting SET position = ?2, touched = ?3 WHERE id = ?1")
STATEMENT(FIND_FIRST_GAME, "SELECT max(entry) FROM game WHERE sitting = ?1 AND entry <= ?2")
STATEMENT(READ_TIMELINE, "SELECT id, entry, head FROM game WHERE sitting = ?1 AND entry >= ?2 ORDER BY entry")
STATEMENT(READ_PLIES, "SELECT text FROM ply WHERE game = ?1 ORDER BY number")
STATEMENT(FIND_GAME, "SELECT id, undos, helped, hints FROM game WHERE sitting = ?1 AND entry = ?2")
STATEMENT(FIND_NEXT_GAME, "SELECT min(entry) FROM game WHERE sitting = ?1 AND entry > ?2")
STATEMENT(ADD_GAME,
          "INSERT INTO game (id, sitting, entry, rules, rules_hash, w, h, goal, began, plies,"
          " undos, helped, from_board, head, hints, class, title, deleted, touched, played)"
          " VALUES (nullif(?1, 0), CASE WHEN ?2 > 0 THEN ?2 END, CASE WHEN ?2 > 0 THEN ?3 END, ?4, ?5, ?6, ?7, ?8,"
          " ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)")
STATEMENT(ADD_PLY, "INSERT INTO ply (game, number, text) VALUES (?1, ?2, ?3)")
STATEMENT(UPDATE_HEAD, "UPDATE game SET undos = ?2, helped = ?3, head = ?4, hints = ?5, class = ?6 WHERE id = ?1")
STATEMENT(UPDATE_GAME, "UPDATE game SET status = ?2, won = ?3, score = ?4, moves = ?5, plies = ?6,"
                       " largest = ?7, plain_score = ?8, touched = CASE WHEN ?9 > 0 THEN ?9 ELSE touched END,"
                       " played = max(0, min(played, 1 << 50)) + ?10,"
                       " deleted = CASE WHEN ?9 > 0 THEN 0 ELSE deleted END"
                       " WHERE id = ?1")
STATEMENT(TAKE_TIMES, "UPDATE game SET touched = max(touched, ?2), played = max(played, ?3) WHERE id = ?1")
STATEMENT(DROP_PLIES, "DELETE FROM ply WHERE game = ?1 AND number >= ?2")
STATEMENT(DETACH_GAMES, "UPDATE game SET sitting = NULL, entry = NULL"
                        " WHERE sitting = ?1 AND entry >= ?2 AND (moves > 0 OR plain_score > 0)")
STATEMENT(DROP_GAME_PLIES, "DELETE FROM ply WHERE game IN"
                           " (SELECT id FROM game WHERE sitting = ?1 AND entry >= ?2)")
STATEMENT(DROP_GAMES, "DELETE FROM game WHERE sitting = ?1 AND entry >= ?2")
STATEMENT(FIND_BESTS,
          "SELECT ifnull(max(plain_score), 0),"
          " ifnull(max(CASE WHEN class > 0 OR from_board THEN score END), 0)"
          " FROM game WHERE NOT deleted AND (moves > 0 OR plain_score > 0) AND rules_hash = ?1 AND w = ?2 AND h = ?3")
/* ?4: what store_order numbers; ?5: 1 or -1. */
STATEMENT(LIST_GAMES, "SELECT " GAME_COLUMNS " FROM game" GAME_FILTER
                      " ORDER BY ?5 * CASE ?4 WHEN 1 THEN score WHEN 2 THEN largest WHEN 3 THEN w * h"
                      " WHEN 4 THEN CASE WHEN touched > 0 THEN touched WHEN began GLOB '[0-9][0-9][0-9][0-9]-*'"
                      " THEN 1000 * ifnull(strftime('%s', began), 0) ELSE 0 END"
                      " WHEN 5 THEN class ELSE id END DESC, ?5 * id DESC"
                      " LIMIT ?6 OFFSET ?7")
STATEMENT(COUNT_GAMES, "SELECT count(*) FROM game" GAME_FILTER)
STATEMENT(FIND_LISTED, "SELECT " GAME_COLUMNS " FROM game WHERE id = ?1")
STATEMENT(FIND_RANK,
          "SELECT sum(other.score > game.score) + 1, count(*) FROM game, game AS other WHERE game.id = ?1 AND"
          " other.rules_hash = game.rules_hash AND other.w = game.w AND other.h = game.h AND"
          " other.class = game.class AND other.from_board = game.from_board AND NOT other.deleted AND "
          "(other.moves > 0 OR other.id = game.id)")
STATEMENT(RENAME_GAME, "UPDATE game SET title = ?2 WHERE id = ?1")
/* ?2: when, or 0 to take it back. A clock that is behind makes no deletion old. */
STATEMENT(DELETE_GAME, "UPDATE game SET deleted = CASE WHEN ?2 > 0 THEN"
                       " max(?2, (SELECT ifnull(max(touched), 0) FROM sitting)) ELSE 0 END WHERE id = ?1")
STATEMENT(FIND_PLACE, "SELECT ifnull(sitting, 0), ifnull(entry, 0), plies, deleted FROM game WHERE id = ?1")
STATEMENT(ATTACH_GAME, "UPDATE game SET sitting = ?2, entry = 0 WHERE id = ?1")
STATEMENT(ADD_FOUND_SITTING, "INSERT OR IGNORE INTO sitting (id, rules_hash, w, h, position, touched)"
                             " VALUES (?1, '', 0, 0, ?2, ?3)")
STATEMENT(ADD_FOUND_PLY, "INSERT OR IGNORE INTO ply (game, number, text) VALUES (?1, ?2, ?3)")
STATEMENT(LIST_FOUND_GAMES, "SELECT id, head, plies FROM game ORDER BY id")
STATEMENT(COUNT_FOUND, "SELECT (SELECT count(*) FROM game), (SELECT count(DISTINCT game) FROM ply"
                       " WHERE game NOT IN (SELECT id FROM game))")
/* Up to the first one that is missing. */
STATEMENT(READ_FOUND_PLIES, "SELECT text FROM (SELECT text, number, row_number() OVER (ORDER BY number) - 1 AS place"
                            " FROM ply WHERE game = ?1) WHERE number = place ORDER BY number")
STATEMENT(DROP_GAME, "DELETE FROM game WHERE id = ?1")
STATEMENT(FIND_ALIKE,
          "SELECT id, ifnull(sitting, 0), ifnull(entry, 0), plies, undos, deleted, plain_score, head FROM game"
          " WHERE began = ?1 AND rules_hash = ?2 AND w = ?3 AND h = ?4 AND instr(head, ?5) ORDER BY id")
STATEMENT(COUNT_PLIES, "SELECT count(*) FROM ply WHERE game = ?1")
/* Through negative numbers, so that no two games meet at one entry. */
STATEMENT(MOVE_ENTRIES, "UPDATE game SET entry = -1 - entry - ?3 WHERE sitting = ?1 AND entry > ?2")
STATEMENT(SETTLE_ENTRIES, "UPDATE game SET entry = -1 - entry WHERE sitting = ?1 AND entry < 0")
STATEMENT(MOVE_POSITION, "UPDATE sitting SET position = CASE WHEN position <= ?2 THEN position"
                         " WHEN position <= ?2 + ?4 + 1 THEN ?2 + ?5 + 1 ELSE position + ?3 END WHERE id = ?1")
STATEMENT(READ_SETTING, "SELECT value FROM setting WHERE name = ?1")
STATEMENT(WRITE_SETTING, "INSERT INTO setting (name, value) VALUES (?1, ?2)"
                         " ON CONFLICT (name) DO UPDATE SET value = ?2")
STATEMENT(DROP_SETTINGS, "DELETE FROM setting")
STATEMENT(FIND_LATEST,
          "SELECT game FROM running JOIN sitting ON sitting.id = running.sitting"
          " JOIN game AS it ON it.id = game WHERE NOT deleted ORDER BY sitting.touched DESC, sitting.id DESC LIMIT 1")
STATEMENT(READ_GAME, "SELECT status, score, moves, plies, head FROM game WHERE id = ?1")
/* The running game ends at the position of its sitting. */
STATEMENT(VERIFY_ROW,
          "SELECT count(*) FROM game WHERE id = ?1 AND rules = ?2 AND rules_hash = ?3 AND w = ?4 AND h = ?5"
          " AND goal = ?6 AND began = ?7 AND undos = ?8 AND helped = ?9 AND hints = ?10 AND from_board = ?11"
          " AND class = ?12 AND status = ?13 AND won = ?14 AND largest = ?15 AND plain_score = ?16 AND head = ?17"
          " AND (sitting IS NULL OR EXISTS (SELECT 1 FROM sitting AS it WHERE it.id = game.sitting"
          " AND it.rules_hash = game.rules_hash AND it.w = game.w AND it.h = game.h"
          " AND (position <= entry OR position = entry + plies + 1 OR EXISTS (SELECT 1 FROM game AS later"
          " WHERE later.sitting = game.sitting AND later.entry > game.entry AND later.entry < position))))")
STATEMENT(READ_GAME_PLIES, "SELECT text FROM ply WHERE game = ?1 AND number < ?2 ORDER BY number")
STATEMENT(LIST_TOTALS, "SELECT max(rules), rules_hash, w, h, max(goal), count(*), sum(won),"
                       " sum(NOT won AND status = 'lost'), sum(NOT won AND status <> 'lost'), sum(moves),"
                       " ifnull(max(plain_score), 0),"
                       " ifnull(max(CASE WHEN class > 0 OR from_board THEN score END), 0), max(largest), avg(score),"
                       " total(1.0 * score * score)"
                       " FROM game WHERE NOT deleted AND (moves > 0 OR plain_score > 0) GROUP BY rules_hash, w, h"
                       " ORDER BY count(*) DESC, 2, w, h")
