"""`eleven interactive` in a pipe: the other reader of the provider that the language server reads."""

import os
import subprocess
import unittest

ELEVEN = os.environ.get("ELEVEN", "build/eleven")


def play(text, *arguments, player="greedy"):
    """A player of None is the program's own choice, which takes a moment to open."""
    chosen = ["--player", player] if player else []
    done = subprocess.run([ELEVEN, "interactive", *chosen, *arguments], input=text, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Interactive(unittest.TestCase):
    def test_numbers_labels_words_and_chains_choose(self):
        games = [play(text, "--seed", "7")[1].splitlines()[-1]
                 for text in ("1\n2\n4\n", "Begin Game\nup\nLEFT", "begin.Up.Left\n", "1\r\n\n  Up \nLeft\nq\nDown\n")]
        self.assertEqual(set(games), {"2048(seed=7).Begin.Up.Left"})

    def test_a_chain_continues_where_it_ended(self):
        status, output, _ = play("Down\n", "2048(seed=7).Begin.Up.Left.")
        self.assertEqual((status, output.splitlines()[-1]), (0, "2048(seed=7).Begin.Up.Left.Down"))
        self.assertIn("Score 4, 2 moves\n", output)

    def test_options_are_numbered_and_described(self):
        _, output, _ = play("1\n", "--seed", "7", player=None)
        self.assertIn("\n 1. # Show Grid   score 0, 0 moves\n 2. Up            score 4, gain 4, value ", output)
        self.assertRegex(output, r"Up +score 4, gain 4, value \d+ points\n")
        self.assertRegex(play("1\n", "--seed", "7")[1], r"Up +score 4, gain 4, value \S+ in the unit of greedy\n")
        self.assertIn("\n 5. Hint          network-large says ", output)
        self.assertIn("\n 5. Hint          greedy says ", play("1\n", "--seed", "7")[1])
        self.assertNotIn("Hint", play("1\n", "--seed", "7", "--player", "none")[1])

    def test_what_was_chosen_before_a_mistake_is_shown(self):
        _, output, _ = play("begin\nUp.Foo\n", "--seed", "3", player="none")
        self.assertIn("There is no option 'Foo'.\n", output)
        self.assertIn("score 0, 1 move\n", output.split("'Foo'")[1])
        _, output, _ = play("begin\nFoo.Up\n", "--seed", "3", player="none")
        self.assertNotIn("Show Grid", output.split("'Foo'")[1])

    def test_an_input_that_cannot_be_read(self):
        done = subprocess.run(["sh", "-c", f"exec {ELEVEN} interactive -p none < /"], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (1, "eleven interactive: standard input cannot be read: Is a directory\n"))

    def test_a_hint_changes_nothing(self):
        _, output, _ = play("1\nHint\n", "--seed", "7")
        self.assertIn("\nHint: ", output)
        self.assertEqual(output.splitlines()[-1], "2048(seed=7).Begin")

    def test_wrong_choices_are_answered(self):
        status, output, _ = play("1\nRigt\nRight\n9\n", "--seed", "7")
        self.assertEqual(status, 0)
        self.assertIn("There is no option 'Rigt'", output)
        self.assertIn("Nothing moves with 'Right'", output)
        self.assertIn("There is no option '9'.", output)
        status, output, _ = play("0\nq\n", "--seed", "7")
        self.assertEqual(status, 0)
        self.assertIn("There is no option '0'.", output)

    def test_blanks_around_a_choice_are_ignored(self):
        _, output, _ = play("1 \t\n \tUp\t  \n", "--seed", "7")
        self.assertNotIn("There is no option", output)
        self.assertEqual(output.splitlines()[-1], "2048(seed=7).Begin.Up")

    def test_wrong_arguments_are_refused(self):
        for arguments, sentence in ([("2048(sed=3)",), "column 6: a head states seed, size, rules or goal, not 'sed'"],
                                    [("2048(goal=8,rules=classic,seed=1)",), "column 13: a goal should come after 'rules'"],
                                    [("2048(seed=1,seed=2)",), "column 13: the head already states 'seed'"],
                                    [("2048.Begin.Upp",), "column 12: there is no option 'Upp'"],
                                    [("2048.Begin Up",), "column 11: ' Up' is not a word of a chain"],
                                    [("--player", "greed"), "unknown player 'greed'; did you mean 'greedy'?"]):
            status, output, complaint = play("", *arguments)
            self.assertEqual((status, output), (2, ""))
            self.assertIn(sentence, complaint)

    def test_other_rules_and_sizes(self):
        _, output, _ = play("1\n", "--seed", "1", "--size", "3x5", "--rules", "fibonacci", "--goal", "21")
        self.assertEqual(output.splitlines()[-1], "2048(seed=1, size=3x5, rules=fibonacci, goal=21).Begin")


if __name__ == "__main__":
    unittest.main()
