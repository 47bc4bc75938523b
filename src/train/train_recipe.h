/* Recipes: small texts that say how to train a network. */
#ifndef PLAYER_TRAIN_RECIPE_H
#define PLAYER_TRAIN_RECIPE_H

#include "train/train.h"

/* Reads a recipe:
 *
 *     eleven recipe 1
 *     name plain               ; a comment
 *     tuple 0 1 2 3 4 5        ; cells, one line a tuple
 *     cap 12                   ; the highest rank looked at as it is; optional, as all that follows
 *     stages 4
 *     rate 1                   ; share of an error that a move corrects
 *     lambda 0.5
 *     horizon 3                ; moves that an error reaches back
 *     optimism 0               ; points that an unknown board is worth
 *     carousel 0.5             ; share of the games that start from a late position
 *     round 20                 ; million moves a thread between two looks around
 *     size 3000000             ; bytes of the file of weights, at most
 */
eleven_error train_recipe_parse(const char *text, size_t length, train_recipe *recipe, eleven_problem *problem);

#endif
